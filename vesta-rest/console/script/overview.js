// The overview, generators, applications and connections: what is asked for every two seconds.

let generators = [];

const hasTime = (one) => one.layout !== undefined;
const names = (fits) => generators.filter(fits).map((one) => one.name);

const idsOf = (labels) => (look) => look.sum('vesta_ids_total', labels);

/** A series for each generator and protocol that ever made an ID; the largest six. */
function rateSeries() {
  const made = (looks.at(-1)?.named('vesta_ids_total') ?? []).filter((one) => one.value > 0);
  made.sort((one, other) => other.value - one.value);
  return made.slice(0, 6).map(({ labels }) => ({
    name: `${labels.generator}, ${labels.method}`,
    points: growths(idsOf(labels)),
  }));
}

function drawPlots() {
  plot('rates', rateSeries());
  plot('latency', [
    { name: 'half below', points: quantiles(0.5) },
    { name: '99 % below', points: quantiles(0.99) },
  ]);
}

function showState() {
  const failing = generators.filter((one) => !one.ready);
  if (failing.length === 0) return tell('state', 'Ready: all generators make IDs.', 'good');
  const why = failing.map((one) => `${one.name}: ${one.whyNotReady}`).join('; ');
  return tell('state', `Not ready. ${why}`, 'bad');
}

const trouble = (one) => one.numbers?.trouble ?? one.clockDoubt;

/** The layout that follows, until it has begun. */
const successor = ({ then }) => (then && !then.begun
  ? `; from ${day(then.at)} (${lasting(then.leftMs / 1000)}) ${then.scheme}, ${then.type}` : '');

function showGenerators() {
  fill('generator-table', generators.map((one) => [
    one.name,
    one.type ? `${one.kind}, ${one.type}` : one.kind,
    one.ready ? { text: 'ready', className: 'good' } : { text: one.whyNotReady, className: 'bad wide' },
    number(rate(rateNow(idsOf({ generator: one.name })))),
    number(one.idsPerSecond ? short.format(one.idsPerSecond) : '–'),
    number(one.reservationLeftMs === undefined ? `${grouped.format(one.numbers?.held ?? 0)} numbers`
      : lasting(one.reservationLeftMs / 1000)),
    trouble(one) ? { text: trouble(one), className: 'bad wide' } : { text: 'works', className: 'good' },
    one.endsAt ? `${day(one.endsAt)} (${lasting(one.epochLeftMs / 1000)})${successor(one)}` : '–',
  ]));
}

function showApps() {
  const rows = generators.flatMap((one) => (one.apps ?? []).map((app) => [
    app.name ? `${app.app} (${app.name})` : `${app.app}`,
    one.name,
    number(app.shards),
    number(app.exhausted),
    number(grouped.format(app.served)),
    number(grouped.format(app.held)),
    app.trouble ? { text: app.trouble, className: 'bad wide' } : '–',
  ]));
  fill('app-table', rows, 'no sharded generator, or its rows were not read yet');
}

function leastReservation() {
  const left = generators.flatMap((one) => one.reservationLeftMs ?? []);
  return left.length === 0 ? '–' : lasting(Math.min(...left) / 1000);
}

function showCards(look) {
  const cards = {
    'IDs per second': rate(rateNow(idsOf({}))),
    'Least reserved ahead': leastReservation(),
    'Stores': generators.some(trouble) ? 'trouble' : 'work',
    'Connections': grouped.format(look.sum('vesta_http_connections') + look.sum('vesta_rpc_connections')),
    'Memory of clients, tags': bytes(look.sum('vesta_memory_bytes')),
  };
  at('cards').replaceChildren(...Object.entries(cards).map(([name, value]) =>
    make('div', {}, make('dt', { text: name }), make('dd', { text: value }))));
}

const servers = { REST: ['vesta_http', 'vesta_http_requests_total'], RPC: ['vesta_rpc', 'vesta_rpc_commands_total'] };

function showConnections(look) {
  const running = Object.entries(servers).filter(([, [prefix]]) => look.named(`${prefix}_connections`).length > 0);
  fill('connection-table', running.map(([name, [prefix, requests]]) => [
    name,
    number(grouped.format(look.sum(`${prefix}_connections`))),
    number(grouped.format(look.sum(`${prefix}_connections_total`))),
    number(rate(rateNow((at) => at.sum(requests)))),
    number(grouped.format(look.sum(`${prefix}_rejected_total`))),
  ]));
}

async function refreshOverview() {
  const [list, figures] = await Promise.all([ask('/v1/generators'), ask('/v1/figures')]);
  generators = list.generators;
  const look = new Look(figures);
  const isNew = note(look);
  offer('tag-generator', names((one) => one.kind === 'segment'));
  offer('explain-generator', names((one) => one.kind !== 'segment'));
  offer('make-generator', names(hasTime));
  showState();
  showGenerators();
  showApps();
  showCards(look);
  showConnections(look);
  if (isNew) drawPlots();
}
