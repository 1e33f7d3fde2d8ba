'use strict';

const places = { request: 'requests', call: 'calls', record: 'records' };

async function answer(card, title, what) {
  const unused = document.getElementById('unused');
  unused.textContent = '';
  card.answered = true;
  for (const button of card.querySelectorAll('button')) button.disabled = true;
  const told = element('p', '', 'quiet');
  card.append(told);
  try {
    const response = await fetch('answer', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(what),
    });
    const said = await response.text();
    if (response.ok) told.textContent = said;
    else unused.textContent = title + ' ' + said; // not on the card, which may be gone
  } catch (failure) {
    told.textContent = 'The answer could not be sent; the program may have ended.';
    told.className = 'problem';
  }
}

function requestCard(data) {
  const card = element('article');
  card.append(element('h3', data.title), element('p', data.reason, 'quiet'));
  for (const each of data.remedies) card.append(element('p', each, 'quiet'));
  for (const each of data.warnings) card.append(element('p', 'Look closely: ' + each, 'problem'));
  if (data.problem) card.append(element('p', data.problem, 'problem'));
  card.append(parameters(data.parameters));
  if (data.result !== undefined) card.append(element('h3', data.resultTitle), element('pre', data.result));
  if (data.missing) card.append(element('p', data.missing, 'missing'));
  const why = element('input');
  why.placeholder = 'reason, told to the model';
  const text = element('textarea');
  text.value = data.text || '';
  for (const choice of data.choices) {
    const button = element('button', choice.label, choice.yes ? 'yes' : 'no');
    button.dataset.answer = choice.answer;
    button.disabled = true;
    button.addEventListener('click', () => {
      const what = { request: data.request, revision: data.revision, answer: choice.answer };
      if (!choice.yes) what.reason = why.value;
      if (choice.answer === 'edit') what.text = text.value;
      answer(card, data.title, what);
    });
    card.append(button);
  }
  card.append(why);
  if (data.text !== undefined) {
    const editor = element('details');
    editor.append(element('summary', 'Edit'), text);
    card.append(editor);
    if (data.problem || data.edit) editor.open = true;
  }
  settle(card);
  return card;
}

function callCard(data) {
  const card = element('article');
  card.append(element('h3', data.title), parameters(data.parameters));
  return card;
}

function recordCard(data) {
  const card = element('article');
  card.append(element('span', data.outcome, 'outcome ' + (data.good ? 'good' : 'bad')), element('h3', data.title),
    parameters(data.parameters));
  const line = element('ol', undefined, 'timeline');
  for (const step of data.steps) {
    const item = element('li');
    item.append(element('time', step.at), document.createTextNode(' ' + step.text));
    line.append(item);
  }
  card.append(line);
  return card;
}

const makers = { request: requestCard, call: callCard, record: recordCard };

function show(data) {
  const made = makers[data.kind](data);
  made.id = data.key;
  const old = document.getElementById(data.key);
  if (old) {
    const typed = old.querySelector('textarea');
    const reason = old.querySelector('input');
    if (typed && made.querySelector('textarea') && old.querySelector('details').open && !data.problem) {
      made.querySelector('details').open = true;
    }
    if (reason) made.querySelector('input').value = reason.value;
    const height = old.offsetHeight;
    old.replaceWith(made);
    if (made.offsetHeight < height) settleBehind(made);
  } else if (data.kind === 'record') {
    document.getElementById(places.record).prepend(made);
  } else {
    document.getElementById(places[data.kind]).append(made);
  }
  title();
}

function title() {
  const waiting = document.getElementById('requests').childElementCount;
  document.title = (waiting ? '(' + waiting + ') ' : '') + 'Tool calls';
}

const events = new EventSource('events');
events.addEventListener('open', () => status('connected', false));
events.addEventListener('error', () => status('not connected: the program has ended, or is out of reach', true));
events.addEventListener('reset', () => Object.values(places).forEach(id => document.getElementById(id).replaceChildren()));
events.addEventListener('card', event => show(JSON.parse(event.data)));
events.addEventListener('gone', event => { const card = document.getElementById(event.data); if (card) takeAway(card); title(); });
