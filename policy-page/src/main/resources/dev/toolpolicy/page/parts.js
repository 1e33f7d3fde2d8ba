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

/** Lets a card's buttons take answers, once it has stood there for a moment; one that was answered takes no other. */
function settle(card) {
  if (card.answered) return;
  for (const button of card.querySelectorAll('button')) button.disabled = true;
  clearTimeout(card.settled);
  card.settled = setTimeout(() => {
    for (const button of card.querySelectorAll('button')) button.disabled = Boolean(card.answered);
  }, settling);
}

/** Lets the cards behind one settle again, since they move up: a second click on its button would be one on theirs. */
function settleBehind(card) {
  for (let next = card.nextElementSibling; next; next = next.nextElementSibling) settle(next);
}

// A message above the cards moves all of them: a click on a button would be one on the button that stood above it.
const above = new ResizeObserver(() => {
  for (const card of document.querySelectorAll('#requests article')) settle(card);
});
for (const each of [document.querySelector('header'), document.getElementById('unused')]) above.observe(each);

function takeAway(card) {
  settleBehind(card);
  card.remove();
}
