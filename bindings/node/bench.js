'use strict';
// What an ID costs, in ns: minima of 25. `npm install` the package first. A generator makes a million IDs a second at most; more
// would measure the wait.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const vesta = require('vesta-ids');

async function cheapest(name, count, work) {
  let best = Infinity;
  for (let round = 0; round < 25; round++) {
    const start = process.hrtime.bigint();
    await work(count);
    best = Math.min(best, Number(process.hrtime.bigint() - start) / count);
  }
  console.log(name.padEnd(28), best.toFixed(1));
}

async function main() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'vesta-bench-'));
  const ids = vesta.open({
    'machine-id': { property: { id: 1000 }, 'takeover-margin': '0ms' },
    generators: { default: { kind: 'vesta', type: 'max-peak' } },
    state: { dir },
  });
  const plain = ids.generator();
  const ahead = ids.generator('default', { prefetch: 10000 });
  const sync = (from) => (count) => { for (let i = 0; i < count; i++) from.nextSync(); };
  const awaited = (from) => async (count) => { for (let i = 0; i < count; i++) await from.next(); };
  await cheapest('nextSync()', 5000, sync(plain));
  await cheapest('nextSync(), prefetching', 10000, sync(ahead));
  await cheapest('await next(), prefetching', 10000, awaited(ahead));
  await cheapest('take(10000)', 10000, (count) => plain.take(count));
  await ids.close();
  fs.rmSync(dir, { recursive: true });
}

main();
