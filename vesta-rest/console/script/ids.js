// One ID: taken apart, drawn bit by bit, and made.

const shardedLayout = { bits: { next: 49, shard: 6, app: 8 }, order: ['next', 'shard', 'app'] };

/** The fields from the most significant bit down, with their bits. */
function pieces(id, layout) {
  const used = layout.order.filter((field) => layout.bits[field] > 0);
  const size = used.reduce((sum, field) => sum + layout.bits[field], 0);
  const bits = BigInt.asUintN(64, BigInt(id)).toString(2).padStart(64, '0');
  let from = 64 - size;
  const parts = from > 0 ? [{ field: 'unused', bits: bits.slice(0, from) }] : [];
  for (const field of used) {
    parts.push({ field, bits: bits.slice(from, from + layout.bits[field]) });
    from += layout.bits[field];
  }
  return parts;
}

function drawBits(id, layout, values) {
  const said = layout.order.map((field) => `${field} ${values[field]}`).join(', ');
  const boxes = pieces(id, layout).map(({ field, bits }, i) => make('div', {},
    make('code', { text: bits, className: `s${i % 6}` }),
    make('small', {}, make('strong', { text: `${field} ${values[field] ?? ''}` }), ` ${bits.length} bit`)));
  return make('div', { className: 'bits', role: 'img', 'aria-label': `The bits of ${id}: ${said}` }, ...boxes);
}

/** Nothing for IDs of 128 bits, which are mostly random. */
function layoutOf(told) {
  if (told.scheme === 'sharded') return shardedLayout;
  const { types, then } = generators.find((one) => one.name === told.generator);
  const turn = then?.scheme === told.scheme && told.at >= then.at ? then.types : types;
  return turn?.find((one) => one.type === told.type)?.layout;
}

function describe(told) {
  const kind = told.type ? `${told.scheme}, ${told.type}` : told.scheme;
  const when = told.at ? ` of ${clock(told.at)}` : '';
  const fields = Object.entries(told.fields).map(([field, value]) => `${field} ${value}`).join(', ');
  return `${told.id}: ${kind}${when}; ${fields}`;
}

async function explain() {
  const text = at('explain-id').value.trim();
  const form = at('explain-as').value ? `?format=${at('explain-as').value}` : '';
  const told = await ask(pathOf('generators', at('explain-generator').value, 'ids', text) + form);
  const layout = layoutOf(told);
  at('explained').replaceChildren(make('p', { text: describe(told) }), ...(layout ? [drawBits(told.id, layout, told.fields)] : []));
}

async function takeNew() {
  const made = await ask(pathOf('generators', at('explain-generator').value, 'ids'), null);
  await explainDecimal(made.ids[0]);
}

async function explainDecimal(id) {
  at('explain-id').value = id;
  at('explain-as').value = '';
  await explain();
}

async function makeId() {
  const parts = Object.fromEntries([...new FormData(at('make-form'))].filter(([, value]) => value !== ''));
  const { id } = await ask(pathOf('generators', at('make-generator').value, 'make'), parts);
  at('made').replaceChildren(make('p', {}, make('code', { text: id })));
  at('explain-generator').value = at('make-generator').value;
  await explainDecimal(id);
}

/** Runs what a person asked for; a failure is told in `into`. */
function attempt(into, action) {
  return async (event) => {
    event.preventDefault();
    await action().catch((failure) => at(into).replaceChildren(make('p', { text: remedy(failure), className: 'bad' })));
  };
}

function beginIds() {
  at('explain-form').addEventListener('submit', attempt('explained', explain));
  at('explain-new').addEventListener('click', attempt('explained', takeNew));
  at('make-form').addEventListener('submit', attempt('made', makeId));
}
