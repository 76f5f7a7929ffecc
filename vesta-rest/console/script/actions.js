// What changes something: asked twice, done once, and noted in the server's log.

/** Asks a person whether to, and with which values; nothing if not. `inputs` has a label and attributes by name. */
function confirmed(title, text, inputs = {}) {
  at('act-title').textContent = title;
  at('act-text').textContent = text;
  at('act-inputs').replaceChildren(...Object.entries(inputs).map(([name, { label, ...attributes }]) =>
    make('label', {}, `${label} `, make('input', { name, required: '', autocomplete: 'off', ...attributes }))));
  const dialog = at('act-dialog');
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      const values = Object.fromEntries(new FormData(dialog.querySelector('form')));
      resolve(dialog.returnValue === 'yes' ? values : undefined);
    }, { once: true });
  });
}

/** Does it, and tells what came of it. */
async function act(path, body, then) {
  const told = await ask(path, body).then(({ done }) => done, remedy);
  tell('act-done', told, 'note');
  await Promise.all([now(then), now('events')]);
}

const whole = { inputmode: 'numeric', pattern: '[0-9]+' };
const tagAction = (tag, action) => pathOf('generators', at('tag-generator').value, 'tags', tag, action);

async function createTag() {
  const values = await confirmed('Create a tag', 'Its numbers begin at 1.', {
    tag: { label: 'Name', maxlength: 128 },
    step: { label: 'Step', value: 1000, ...whole },
  });
  if (values) await act(tagAction(values.tag, 'create'), { step: values.step }, 'tags');
}

async function raiseTag({ tag, limit }) {
  const values = await confirmed(`Raise ${tag}?`, `Its limit is ${grouped.format(BigInt(limit))}. It cannot be lowered here.`, {
    limit: { label: 'New limit', value: BigInt(limit) * 10n, ...whole },
  });
  if (values) await act(tagAction(tag, 'raise'), { limit: values.limit }, 'tags');
}

async function releaseMachine({ machine, instance }) {
  const text = `${instance} had it last. Another node can have it from then on. An owner that may be alive keeps it.`;
  if (await confirmed(`Release machine ID ${machine}?`, text)) await act(pathOf('machines', machine, 'release'), {}, 'machines');
}

function button(text, key, action) {
  const made = make('button', { text, type: 'button', 'data-key': key });
  made.addEventListener('click', action);
  return made;
}
