// Tags: a page of them, found by a part of their names. Their rates come from two looks at the same page.

const tags = { after: '', next: undefined, seen: new Map() };

function tagPath(after) {
  const asked = new URLSearchParams({ limit: 50 });
  if (at('tag-part').value) asked.set('search', at('tag-part').value);
  if (after) asked.set('after', after);
  return `${pathOf('generators', at('tag-generator').value, 'tags')}?${asked}`;
}

function rateOf(tag, now) {
  const before = tags.seen.get(tag.tag);
  if (!before || tag.served < before.served || now === before.at) return before?.rate;
  return ((tag.served - before.served) * 1000) / (now - before.at);
}

/** For how long the numbers up to the limit last at this rate. */
function leftOf(tag, perSecond) {
  if (tag.exhausted) return 'exhausted';
  if (!tag.limit || !tag.next || !perSecond) return '–';
  return lasting(Number(BigInt(tag.limit) - BigInt(tag.next)) / perSecond);
}

const unlimited = (limit) => BigInt(limit) > 2n ** 62n;
const limitOf = (tag) => (!tag.limit ? '–' : unlimited(tag.limit) ? 'none' : grouped.format(BigInt(tag.limit)));

function stateOf(tag) {
  if (tag.exhausted) return { text: 'exhausted', className: 'bad' };
  if (tag.trouble) return { text: tag.trouble, className: 'bad wide' };
  if (!tag.present) return { text: 'no row', className: 'note' };
  return tag.loaded ? { text: 'in use', className: 'good' } : { text: 'not used yet', className: 'note' };
}

function showTags(found) {
  const now = Date.now();
  const seen = new Map();
  fill('tag-table', found.tags.map((tag) => {
    const perSecond = rateOf(tag, now);
    seen.set(tag.tag, { at: now, served: tag.served, rate: perSecond });
    return [
      tag.tag,
      stateOf(tag),
      number(rate(perSecond)),
      number(grouped.format(tag.held)),
      number(tag.next ? grouped.format(BigInt(tag.next)) : '–'),
      number(limitOf(tag)),
      number(leftOf(tag, perSecond)),
      tag.limit && !unlimited(tag.limit) ? button('Raise…', `raise ${tag.tag}`, () => raiseTag(tag)) : '',
    ];
  }), 'no such tag');
  tags.seen = seen;
  tags.next = found.next;
  at('tag-more').disabled = !found.next;
  at('tag-first').disabled = !tags.after;
  tell('tag-note', `${found.tags.length} shown${found.next ? ', there may be more' : ''}.`);
}

async function refreshTags() {
  if (!at('tag-generator').value) return tell('tag-note', 'No generator of kind segment is configured.');
  let found = await ask(tagPath(tags.after));
  while (found.tags.length === 0 && found.next) found = await ask(tagPath(found.next)); // piece by piece
  return showTags(found);
}

function goTo(after) {
  tags.after = after;
  tags.seen = new Map();
  now('tags');
}

function beginTags() {
  at('tag-search').addEventListener('submit', (event) => {
    event.preventDefault();
    goTo('');
  });
  at('tag-generator').addEventListener('change', () => goTo(''));
  at('tag-more').addEventListener('click', () => goTo(tags.next));
  at('tag-create').addEventListener('click', createTag);
  at('tag-first').addEventListener('click', () => goTo(''));
}
