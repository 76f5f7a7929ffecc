// Making and filling elements. Texts of the server become text, never HTML.

const at = (id) => document.getElementById(id);

function make(name, { text, className, ...attributes } = {}, ...children) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A cell: a text, or { text, className }, or an element. */
function cell(of) {
  if (of instanceof Node) return make('td', {}, of);
  return make('td', typeof of === 'object' ? of : { text: of });
}

const number = (value) => ({ text: value, className: 'n' });

/** Replaces the rows of a table; an empty one says so. */
function fill(table, rows, nothing = 'none') {
  const body = at(table).tBodies[0];
  if (body.querySelector('button:active')) return; // a click that has begun ends on the same button
  const columns = at(table).tHead.rows[0].cells.length;
  if (rows.length === 0) {
    body.replaceChildren(make('tr', {}, make('td', { text: nothing, className: 'note', colspan: columns })));
    return;
  }
  const focused = body.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  body.replaceChildren(...rows.map((row) => make('tr', {}, ...row.map(cell))));
  [...body.querySelectorAll('button')].find((each) => each.dataset.key === focused)?.focus();
}

/** Replaces the options of a choice, and keeps what was chosen. */
function offer(id, names) {
  const choice = at(id);
  if ([...choice.options].map((each) => each.value).join() === names.join()) return;
  const before = choice.value;
  choice.replaceChildren(...names.map((each) => make('option', { text: each, value: each })));
  if (names.includes(before)) choice.value = before;
}

/** Sets a text only if it changed, so that screen readers say it once. */
function tell(id, text, className = '') {
  const place = at(id);
  if (place.textContent !== text) place.textContent = text;
  place.className = className;
}
