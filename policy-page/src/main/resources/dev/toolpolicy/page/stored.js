'use strict';

const pause = 2000; // milliseconds between two looks
let token = '';
let only = null; // the session whose requests are shown; all if null

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
      settle(card);
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

const named = 20; // sessions with a button

/** Says how many requests aren't shown, with a button for each session that has most of them. Returns their number. */
function showHidden(data) {
  const place = document.getElementById('hidden');
  const shown = new Map();
  for (const each of data.pending) shown.set(each.session, (shown.get(each.session) || 0) + 1);
  const sessions = data.sessions.map(each => ({ ...each, count: each.count - (shown.get(each.session) || 0) }))
    .filter(each => each.count > 0).sort((one, other) => other.count - one.count || (one.id < other.id ? -1 : 1));
  const count = sessions.reduce((sum, each) => sum + each.count, 0);
  const most = sessions.slice(0, named);
  const text = (only ? 'Only requests of session ' + only.session + ' are shown. ' : '')
    + (count ? count + ' more ' + (count === 1 ? 'request waits' : 'requests wait') + ', of '
      + (sessions.length > named ? sessions.length + ' sessions. These have most of them:' : 'these sessions:') : '');
  const state = JSON.stringify([text, most]);
  if (place.dataset.state !== state) { // else a button that has the focus stays
    place.dataset.state = state;
    place.replaceChildren(document.createTextNode(text + ' '));
    if (only) place.append(sessionButton('Show all sessions', null));
    for (const each of most) place.append(sessionButton(each.session + ' (' + each.count + ')', each));
  }
  return count;
}

function sessionButton(label, session) {
  const button = element('button', label);
  button.addEventListener('click', () => { only = session; look(); });
  return button;
}

async function look() {
  const asked = only;
  try {
    const response = await fetch('requests', asked ? { headers: { 'X-Tool-Policy-Session': encodeURIComponent(asked.id) } } : {});
    if (!response.ok) throw new Error(await response.text());
    const data = await response.json();
    if (asked !== only) return; // another session was chosen meanwhile
    token = data.token;
    show('requests', data.pending, requestCard);
    show('records', data.others, endedCard);
    const waiting = data.pending.length + showHidden(data);
    document.title = (waiting ? '(' + waiting + ') ' : '') + 'Approvals';
    status('signed in as ' + data.user, false);
  } catch (failure) {
    status('not connected: ' + failure.message, true);
  }
}

look();
setInterval(look, pause);
