// What changed lately, the latest first.

const levels = { warning: 'warn', error: 'bad' };

async function refreshEvents() {
  const { events } = await ask('/v1/events');
  fill('event-table', events.map((one) => [
    clock(one.at),
    { text: one.level, className: levels[one.level] ?? '' },
    { text: one.message, className: 'wide' },
  ]), 'nothing since the start');
  tell('event-note', '');
}
