'use strict';
const assert = require('node:assert/strict');
const net = require('node:net');
const { after, before, describe, test } = require('node:test');
const vesta = require('vesta-ids');
const { Server, VECTORS, code, settings } = require('./given');

const partsOf = ({ gen_method: genMethod, unix_ms: unixMs, ...rest }) => ({ ...rest, genMethod, at: new Date(unixMs) });

describe('texts', () => {
  test('are those of the vectors', () => {
    for (const each of VECTORS.texts) {
      for (const form of vesta.FORMS) {
        assert.equal(vesta.toText(BigInt(each.id), form), each[form]);
        assert.equal(vesta.fromText(`order_${each[form]}`, form, 'order_'), BigInt(each.id));
      }
    }
    for (const each of VECTORS.lenient_texts) assert.equal(vesta.fromText(each.text, each.form), BigInt(each.id));
    for (const each of VECTORS.refused_texts) {
      assert.throws(() => vesta.fromText(each.text, each.form), code('invalid-argument'));
    }
  });
});

describe('texts of 128 bits', () => {
  test('are those of the vectors', () => {
    for (const each of VECTORS.uuid_texts) {
      assert.deepEqual(Object.keys(each).sort(), [...vesta.UUID_FORMS].sort());
      for (const form of vesta.UUID_FORMS) {
        assert.equal(vesta.toText(each.uuid, form, 'order_'), `order_${each[form]}`);
        assert.equal(vesta.uuidFromText(`order_${each[form]}`, form, 'order_'), each.uuid);
      }
    }
    for (const each of VECTORS.lenient_uuid_texts) assert.equal(vesta.uuidFromText(each.text, each.form), each.uuid);
    for (const each of VECTORS.refused_uuid_texts) {
      assert.throws(() => vesta.uuidFromText(each.text, each.form), code('invalid-argument'));
    }
  });
  test('have a TypeID\'s prefix', () => {
    const [{ uuid, typeid }] = VECTORS.uuid_texts;
    for (const wrong of ['Order_', '_', 'order', 'order__', 'o2_', `${'a'.repeat(64)}_`]) {
      assert.throws(() => vesta.toText(uuid, 'typeid', wrong), code('invalid-argument'));
      assert.throws(() => vesta.uuidFromText(wrong + typeid, 'typeid', wrong), code('invalid-argument'));
    }
    assert.throws(() => vesta.toText('x', 'hex'), code('invalid-argument'));
  });
});

describe('errors', () => {
  test('have the names of the vectors', () => {
    assert.deepEqual(Object.fromEntries(vesta.CODES.map((name, at) => [String(at + 1), name])), VECTORS.codes);
    assert.deepEqual(vesta.WORDS, VECTORS.words);
    const told = vesta.VestaError.fromAnswer('QUOTA wait; retry-after-ms=20');
    assert.deepEqual([told.code, told.message, told.retryAfterMs], ['over-quota', 'wait', 20]);
  });
  test('refuse settings as the vectors say', () => {
    for (const each of VECTORS.refused_settings) assert.throws(() => vesta.open(each.settings), code(each.error));
  });
  test('refuse wrong servers', () => {
    for (const wrong of ['', 'localhost', 'localhost:', 'localhost:0', ':1', 'a:70000']) {
      assert.throws(() => vesta.connect(wrong), code('invalid-settings'));
    }
  });
});

for (const kind of ['embedded', 'remote']) {
  describe(kind, () => {
    let server;
    let ids;
    before(async () => {
      if (kind === 'remote') server = await new Server().start();
      ids = server ? vesta.connect(server.address) : vesta.open(settings());
    });
    after(async () => {
      await ids.close();
      await server?.stop();
    });

    test('IDs have these parts and are made of them', async () => {
      for (const each of VECTORS.ids) {
        const from = ids.generator(each.generator);
        const parts = await from.explain(BigInt(each.id));
        assert.deepEqual(parts, partsOf(each.parts));
        assert.equal(await from.make(parts), BigInt(each.id));
      }
    });
    test('IDs of 128 bits have these parts', async () => {
      for (const each of VECTORS.uuids) {
        assert.deepEqual(await ids.generator(each.generator).explain(each.uuid), partsOf(each.parts));
      }
      for (const each of VECTORS.refused_uuids) {
        await assert.rejects(ids.generator(each.generator).explain(each.uuid), code(each.error));
      }
    });
    test('IDs of 128 bits increase', async () => {
      for (const name of ['uuid7', 'ulid']) {
        const from = ids.generator(name);
        const made = [await from.nextUuid(), ...(await from.takeUuids(10500))];
        assert.equal(made.length, 10501);
        for (let i = 1; i < made.length; i++) assert.ok(made[i] > made[i - 1]);
        await assert.rejects(from.next(), code('invalid-argument'));
        await assert.rejects(from.takeUuids(-1), code('invalid-argument'));
        await assert.rejects(from.explain('x'), code('invalid-argument'));
        assert.deepEqual(await from.takeUuids(0), []);
      }
      await assert.rejects(ids.generator().nextUuid(), code('invalid-argument'));
    });
    test('outward IDs are turned back where the key is', async () => {
      if (server) return assert.rejects(ids.generator().inward(1n), code('invalid-argument'));
      assert.equal(await ids.generator().inward(1n), 1n); // this one's leave as they are
    });
    test('refuses what the vectors refuse', async () => {
      for (const each of VECTORS.refused_parts) {
        await assert.rejects(ids.generator(each.generator).make(partsOf(each.parts)), code(each.error));
      }
      for (const each of VECTORS.refused_generators) {
        await assert.rejects(async () => ids.generator(each.generator).next(), code(each.error));
      }
    });
    test('gives greater IDs each time', async () => {
      for (const from of [ids.generator(), ids.generator('default', { prefetch: 100, maxAgeMs: 60000 })]) {
        const made = [];
        for await (const id of from) if (made.push(id) === 500) break;
        made.push(...(await from.take(10500)));
        for (let i = 0; i < made.length; i++) assert.ok(i === 0 || made[i] > made[i - 1]);
      }
    });
    test('a million IDs are a million different ones', async () => {
      const from = ids.generator('leaf', { prefetch: 10000 });
      const made = new Set();
      for (let i = 0; i < 1e6; i++) made.add(await from.next());
      assert.equal(made.size, 1e6);
    });
    test('concurrent calls get different IDs', async () => {
      for (const from of [ids.generator(), ids.generator('peak', { prefetch: 7 })]) {
        const made = await Promise.all(Array.from({ length: 500 }, () => from.next()));
        assert.equal(new Set(made).size, 500);
      }
    });
    test('prefetched IDs are there without a promise', async () => {
      const from = ids.generator('peak', { prefetch: 100, maxAgeMs: 60000 });
      const made = [await from.next()];
      for (let i = 0; i < 99; i++) made.push(from.nextSync());
      assert.equal(new Set(made).size, 100);
    });
    test('prefetched IDs expire', async () => {
      const from = ids.generator('peak', { prefetch: 100, maxAgeMs: 1e-6 });
      const { source } = from;
      let fills = 0;
      from.source = { fill: (to) => source.fill(to, (fills += 1)) };
      await from.next();
      await from.next();
      assert.equal(fills, 2);
    });
    test('bad requests are refused', async () => {
      assert.throws(() => ids.generator('default', { prefetch: -1 }), code('invalid-argument'));
      await assert.rejects(ids.generator().take(-1), code('invalid-argument'));
      await assert.rejects(ids.generator().explain(2n ** 64n), code('invalid-argument'));
    });
    test('a closed one refuses', async () => {
      const other = server ? vesta.connect(server.address) : vesta.open(settings());
      const from = other.generator();
      await from.next();
      await other.close();
      await other.close();
      await assert.rejects(from.next(), code('closed'));
      await assert.rejects(from.explain(1n), code('closed'));
    });
  });
}

test('outward IDs have these behind', async () => {
  const given = settings();
  const generators = { ...given.generators, outward: VECTORS.outward_generator };
  if (process.env.VESTA_TARGETS !== 'host') { // then the package has no second library
    assert.throws(() => vesta.open({ ...given, generators }), code('invalid-settings'));
    return;
  }
  const ids = vesta.open({ ...given, generators });
  for (const each of VECTORS.outward) {
    assert.equal(await ids.generator(each.generator).inward(BigInt(each.id)), BigInt(each.inward));
  }
  for (const each of VECTORS.refused_outward) {
    await assert.rejects(ids.generator(each.generator).inward(BigInt(each.id)), code(each.error));
  }
  await ids.close();
});

test('a server that was started anew is found again', async () => {
  const server = await new Server().start();
  const ids = vesta.connect(`127.0.0.1:1,${server.address}`); // nobody listens at the first
  const from = ids.generator();
  const first = await from.next();
  await server.stop();
  await assert.rejects(from.next(), code('store-unavailable'));
  await server.start();
  assert.ok((await from.next()) > first);
  await ids.close();
  await server.stop();
});

/** No Vesta server: answers whoever connects by that, and counts them. */
async function other(answer) {
  const made = net.createServer((peer) => {
    made.asked += 1;
    peer.once('data', () => peer.end(answer)).on('error', () => {});
  });
  made.asked = 0;
  await new Promise((resolve) => made.listen(0, '127.0.0.1', resolve));
  made.address = `127.0.0.1:${made.address().port}`;
  return made;
}

test('a server that did not answer is asked after the others', async () => {
  const silent = await other('');
  const server = await new Server().start();
  const ids = vesta.connect(`${silent.address},${server.address}`);
  for (let i = 0; i < 3; i++) assert.ok((await ids.generator().next()) > 0n);
  assert.equal(silent.asked, 1);
  silent.close();
  await ids.close();
  await server.stop();
});

test('what is no Vesta server is named', async () => {
  for (const answer of ['HTTP/1.1 400\r\n\r\n', '*1\r\n'.repeat(100000)]) {
    const strange = await other(answer);
    await assert.rejects(vesta.connect(strange.address).generator().next(), /is it a Vesta RPC server/);
    strange.close();
  }
});

test('settings that another process uses are refused', async () => {
  const given = settings();
  const ids = vesta.open(given);
  assert.throws(() => vesta.open(given), code('in-use'));
  assert.equal(typeof ids.generator().nextSync(), 'bigint');
  await ids.close();
});
