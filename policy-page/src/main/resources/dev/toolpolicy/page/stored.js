'use strict';

const pause = 2000; // milliseconds between two looks
let token = '';

function described(data) {
  const card = element('article');
  card.append(element('h3', data.title), element('p', 'session ' + data.session + ', asked ' + local(data.asked), 'quiet'),
    element('p', data.reason, 'quiet'));
  for (const each of data.remedies) card.append(element('p', each, 'quiet'));
  for (const each of data.policies || []) card.append(element('p', each.name + ': ' + each.reason, 'quiet'));
  for (const each of data.warnings || []) card.append(element('p', 'Look closely: ' + each, 'problem'));
  card.append(parameters(data.parameters));
  return card;
}

function local(time) {
  return new Date(time).toLocaleString();
}

async function answer(card, data, what) {
  const unused = document.getElementById('unused');
  const buttons = card.querySelectorAll('button');
  unused.textContent = '';
  card.answered = true;
  for (const button of buttons) button.disabled = true;
  try {
    const response = await fetch('answer', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Tool-Policy-Token': token },
      body: JSON.stringify(Object.assign({ id: data.id, digest: data.digest }, what)),
    });
    if (!response.ok) unused.textContent = data.title + ': ' + await response.text();
    if (response.status === 422) { // the edited text stays, to be corrected
      card.answered = false;
      for (const button of buttons) button.disabled = false;
      return;
    }
  } catch (failure) {
    unused.textContent = data.title + ': the answer could not be sent.';
  }
  takeAway(card); // what still waits comes back
  look();
}

function requestCard(data) {
  const card = described(data);
  const why = element('input');
  why.placeholder = 'reason, told to the model';
  const text = element('textarea');
  text.value = data.text || '';
  const choices = [['approve', 'Approve', true], ['decline', 'Decline', false]];
  if (data.canEdit) choices.splice(1, 0, ['edit', 'Run as edited', true]);
  for (const [kind, label, yes] of choices) {
    const button = element('button', label, yes ? 'yes' : 'no');
    button.dataset.answer = kind;
    button.disabled = true;
    button.addEventListener('click', () => answer(card, data, { answer: kind, reason: why.value, text: text.value }));
    card.append(button);
  }
  card.append(why);
  if (data.canEdit) {
    const editor = element('details');
    editor.append(element('summary', 'Edit'), text);
    card.append(editor);
  }
  card.append(element('p', 'expires ' + local(data.expires), 'quiet'));
  settle(card);
  return card;
}

function endedCard(data) {
  const card = described(data);
  const good = data.status === 'ran' || data.status === 'granted' || data.status === 'running';
  card.prepend(element('span', data.status, 'outcome ' + (good ? 'good' : 'bad')));
  if (data.by) card.append(element('p', 'answered by ' + data.by + (data.why ? ': ' + data.why : ''), 'quiet'));
  return card;
}

/** Keeps the cards that are the same, so that what a person types stays. */
function show(place, list, maker) {
  const parent = document.getElementById(place);
  const wanted = new Map(list.map(data => [place + data.id + data.status + data.digest, data]));
  for (const old of Array.from(parent.children)) if (!wanted.has(old.id)) takeAway(old);
  for (const [key, data] of wanted) {
    if (document.getElementById(key)) continue;
    const made = maker(data);
    made.id = key;
    parent.append(made);
  }
}

async function look() {
  try {
    const response = await fetch('requests');
    if (!response.ok) throw new Error(await response.text());
    const data = await response.json();
    token = data.token;
    show('requests', data.pending, requestCard);
    show('records', data.others, endedCard);
    document.title = (data.pending.length ? '(' + data.pending.length + ') ' : '') + 'Approvals';
    status('signed in as ' + data.user, false);
  } catch (failure) {
    status('not connected: ' + failure.message, true);
  }
}

look();
setInterval(look, pause);
