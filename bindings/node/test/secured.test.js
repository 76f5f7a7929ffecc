'use strict';
// Servers that ask who one is, and encrypt (docs/security.md, docs/tls.md); and numbers, which are in a database.
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, describe, test } = require('node:test');
const vesta = require('vesta-ids');
const { Server, VECTORS, code, root, settings } = require('./given');

const warned = [];
process.on('warning', ({ message }) => warned.push(message));

const ACCESS = { security: { 'access-file': 'access.yaml' } };

/** An access file, beside the settings, with the one principal orders, which may take IDs of default. Gives its token. */
function access() {
  const [token, principal] = execFileSync(process.env.VESTA, ['token', 'new', 'orders'], { encoding: 'utf8', stdio: 'pipe' }).split('\n');
  fs.writeFileSync(path.join(root, 'access.yaml'), `principals:\n  ${principal}\n`, { mode: 0o600 });
  return token;
}

async function ask(server, generator, options) {
  const ids = vesta.connect(server, options);
  try {
    return await ids.generator(generator).next();
  } finally {
    await ids.close();
  }
}

test('a token gives its rights', async () => {
  const password = access();
  const server = await new Server(ACCESS).start();
  for (const login of [{ user: 'orders', password }, { password }]) {
    assert.ok((await ask(server.address, 'default', login)) > 0n);
    await assert.rejects(ask(server.address, 'peak', login), code('not-permitted'));
  }
  for (const login of [{}, { user: 'orders', password: 'vst_0' }]) {
    await assert.rejects(ask(server.address, 'default', login), code('not-authenticated'));
  }
  await server.stop();
});

/** NAME.pem and NAME.key: an authority, or what that one signed. */
function issue(name, more) {
  const made = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=${name}`;
  const words = `${made} -keyout ${name}.key -out ${name}.pem`;
  execFileSync('openssl', [...words.split(' '), ...more.split(' ')], { cwd: root, stdio: 'pipe' });
}

const pem = (name) => fs.readFileSync(path.join(root, name));

describe('with TLS', () => {
  const authority = '-addext keyUsage=critical,keyCertSign';
  const signed = '-CA ca.pem -CAkey ca.key -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=';
  const tls = { certificate: 'server.pem', key: 'server.key' };
  const started = [];
  const serve = async (more) => {
    started.push(await new Server({ ...ACCESS, rpc: { tls: { ...tls, ...more } } }).start());
    return started.at(-1);
  };
  let login;
  before(() => {
    login = { user: 'orders', password: access() };
    issue('ca', authority);
    issue('other', authority);
    issue('server', `${signed}IP:127.0.0.1`);
    issue('client', `${signed}DNS:client`);
  });
  after(() => Promise.all(started.map((each) => each.stop())));

  test('servers are believed by their authority and name', async () => {
    const { address, port } = await serve();
    const believing = { ...login, tls: { ca: pem('ca.pem') } };
    assert.ok((await ask(address, 'default', believing)) > 0n);
    const byNobody = (thrown) => code('store-unavailable')(thrown) && /certificate|altnames/.test(thrown.message);
    await assert.rejects(ask(address, 'default', { ...login, tls: { ca: pem('other.pem') } }), byNobody);
    await assert.rejects(ask(`localhost:${port}`, 'default', believing), byNobody);
    await assert.rejects(ask(address, 'default', login), code('store-unavailable')); // in the open
  });
  test('a certificate is shown where one is required', async () => {
    const { address } = await serve({ 'client-ca': 'ca.pem', 'client-certificates': 'required' });
    const ca = pem('ca.pem');
    await assert.rejects(ask(address, 'default', { ...login, tls: { ca } }), code('store-unavailable'));
    const shown = { ca, cert: pem('client.pem'), key: pem('client.key') };
    assert.ok((await ask(address, 'default', { ...login, tls: shown })) > 0n);
  });
  test('an address is no name, of which Node would warn', () => assert.deepEqual(warned, []));
});

test('tags and applications count at servers', async () => {
  const more = {
    stores: { main: { kind: 'sqlite', file: path.join(root, 'numbers.db') } },
    generators: {
      ...VECTORS.settings.generators,
      numbers: { kind: 'segment', store: 'main', order: 'strict', 'auto-create': { step: 10 } },
      sharded: { kind: 'sharded', store: 'main' },
    },
  };
  const file = path.join(root, 'init.yaml');
  fs.writeFileSync(file, JSON.stringify(settings(more)));
  execFileSync(process.env.VESTA, ['sharded', 'init', '--app', '1', '--name', 'orders', '-c', file], { stdio: 'pipe' });
  const server = await new Server(more).start();
  const ids = vesta.connect(server.address);
  assert.deepEqual([...(await ids.generator('numbers', { tag: 'orders' }).take(3))], [1n, 2n, 3n]);
  const ahead = ids.generator('numbers', { tag: 'orders', prefetch: 4, maxAgeMs: 60000 });
  assert.deepEqual([await ahead.next(), await ahead.next()], [4n, 5n]);
  const sharded = ids.generator('sharded', { app: 1, gatePass: '13800000000' });
  const told = [];
  for (const id of await sharded.take(2)) {
    const { app, next, number } = await sharded.explain(id);
    told.push([app, next, number]);
  }
  assert.deepEqual(told, [[1, 1n, 1n], [1, 2n, 2n]]);
  await assert.rejects(ids.generator('sharded', { app: 2, gatePass: 'x' }).next(), code('not-found'));
  await ids.close();
  await server.stop();
});
