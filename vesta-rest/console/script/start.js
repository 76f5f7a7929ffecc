// Asks again and again, as long as somebody looks.

const duties = {
  overview: { every: 2, run: refreshOverview, place: 'state' },
  tags: { every: 4, run: refreshTags, place: 'tag-note' },
  machines: { every: 10, run: refreshMachines, place: 'machine-note' },
  events: { every: 4, run: refreshEvents, place: 'event-note' },
};

async function perform(duty) {
  if (duty.busy) {
    duty.again = true;
    return;
  }
  duty.busy = true;
  duty.due = Date.now() + duty.every * 1000;
  await duty.run().catch((failure) => tell(duty.place, remedy(failure), 'warn'));
  duty.busy = false;
  if (duty.again) {
    duty.again = false;
    await perform(duty);
  }
}

/** Does one duty at once. */
const now = (name) => perform(duties[name]);

let rights = {};

function performDue() {
  if (document.visibilityState === 'hidden' || !rights.mayObserve) return;
  for (const duty of Object.values(duties)) if (Date.now() >= (duty.due ?? 0)) perform(duty);
}

/** Begins anew, with the rights of the present token. */
async function begin() {
  rights = await ask('/').catch((failure) => ({ why: remedy(failure) }));
  document.body.classList.toggle('administers', rights.mayAdminister === true);
  if (!rights.mayObserve) return tell('state', rights.why ?? 'Show a token to see how this server does.', 'warn');
  for (const duty of Object.values(duties)) duty.due = 0;
  await now('overview'); // tells the others which generators there are
  return performDue();
}

function beginToken() {
  at('show-token').addEventListener('click', () => {
    at('token').value = '';
    at('token-dialog').showModal();
  });
  at('token-dialog').addEventListener('close', () => {
    const said = at('token-dialog').returnValue;
    if (said === 'use') token.set(at('token').value.trim());
    if (said === 'forget') token.set('');
    at('token').value = '';
    begin();
  });
}

document.addEventListener('DOMContentLoaded', async () => {
  beginToken();
  beginTags();
  beginIds();
  await begin();
  setInterval(performDue, 500);
});
