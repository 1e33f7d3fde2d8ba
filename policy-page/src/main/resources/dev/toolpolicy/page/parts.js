'use strict';

// Whatever comes from a call is put on the page as text (textContent, value), never as markup.

const settling = 400; // milliseconds in which new buttons take no answer: a click was meant for what stood there

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function status(text, lost) {
  const place = document.getElementById('connection');
  place.textContent = text;
  place.classList.toggle('lost', lost);
}

function parameters(list) {
  const table = element('table');
  for (const each of list) {
    const row = table.insertRow();
    row.append(element('th', each.name), element('td', each.value));
    row.classList.toggle('decided', Boolean(each.decided));
  }
  return table;
}

/** Lets a card's buttons take answers, once it has stood there for a moment. */
function settle(card) {
  setTimeout(() => card.querySelectorAll('button').forEach(button => { button.disabled = false; }), settling);
}
