// Machine IDs: a map at a glance, and who holds which.

const own = () => new Set(generators.flatMap((one) => one.machines ?? []));

function leaseOf(one) {
  if (one.state !== 'held' || one.local) return '–';
  if (one.leaseLeftMs > 0) return `${lasting(one.leaseLeftMs / 1000)} left`;
  return `not heard of for ${lasting(-one.leaseLeftMs / 1000)}`;
}

/** The server decides; this only leaves out what makes no sense. */
const mayBeReleased = (one) => one.state !== 'free' && !(one.state === 'held' && (one.local || one.leaseLeftMs > 0));

const colours = { held: 'good', unusable: 'bad', free: 'note', given: '' };

function machineRow(one, ours) {
  return [
    number(one.share ? `${one.machine}.${one.share}` : one.machine),
    { text: one.why ?? one.state, className: `${colours[one.state]} wide` },
    ours.has(one.machine) ? `${one.instance} (this server)` : one.instance,
    clock(one.mark),
    number(lasting((Date.parse(one.mark) - Date.now()) / 1000)),
    leaseOf(one),
    { text: one.where, className: 'wide' },
    mayBeReleased(one) ? button('Release…', `release ${one.machine}`, () => releaseMachine(one)) : '',
  ];
}

function showMap(all, ours) {
  const cells = all.map((one) => make('span', {
    text: one.machine,
    className: ours.has(one.machine) ? 'own' : one.state,
    title: `${one.state}: ${one.instance}`,
  }));
  at('machine-map').replaceChildren(...cells);
  at('machine-map').setAttribute('aria-hidden', 'true'); // the table says it all
}

/** How far this server's own time is ahead of its clock. */
function leads() {
  const ahead = Math.max(0, ...generators.map((one) => one.ownTimeLeadMs ?? 0));
  return ahead > 0 ? ` Own time is ${lasting(ahead / 1000)} ahead of the clock.` : ' The clock and own time agree.';
}

async function refreshMachines() {
  const { machines } = await ask('/v1/machines');
  const ours = own();
  showMap(machines, ours);
  fill('machine-table', machines.map((one) => machineRow(one, ours)));
  tell('machine-note', `This server makes IDs with ${[...ours].join(', ') || 'no machine ID'}.${leads()}`);
}
