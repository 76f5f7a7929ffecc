'use strict';
const { Connection } = require('./connection');
const { VestaError } = require('./errors');
const { toText, uuidOfHex } = require('./forms');
const { Generator } = require('./generator');

const MOST = 10_000; // of one GENID
const AWAY_MS = 30_000; // for so long a server that did not answer is asked after all others
const ELSEWHERE = ['not-ready', 'clock-behind']; // another server may have IDs

/** An integer, or the text that a server with rpc.ids: text gives. */
function toId(answer) {
  const id = typeof answer === 'bigint' || /^-?\d+$/.test(answer) ? BigInt(answer) : undefined;
  if (id !== undefined && BigInt.asIntN(64, id) === id) return id;
  throw new VestaError('invalid-argument', `${answer} has 128 bits: nextUuid and takeUuids give such IDs`);
}

function toUuid(hex) {
  if (hex.length === 32) return uuidOfHex(hex);
  throw new VestaError('invalid-argument', `${hex} has 64 bits: next and take give such IDs`);
}

class RemoteSource {
  constructor(client, name, { tag, app, gatePass }) {
    this.client = client;
    this.name = name;
    this.of = [];
    if (tag !== undefined) this.of = ['TAG', tag];
    if (app !== undefined) this.of = ['APP', app, 'GATEPASS', gatePass ?? ''];
  }

  async fill(to) {
    for (let at = 0; at < to.length; at += MOST) {
      const count = Math.min(to.length - at, MOST);
      to.set((await this.client.call('GENID', 'COUNT', count, 'GENERATOR', this.name, ...this.of)).map(toId), at);
    }
    return to;
  }

  nextSync() {
    throw new VestaError('not-ready', 'a server cannot be asked without waiting: use prefetch, and next() for the first');
  }

  fillSync() {
    return this.nextSync();
  }

  async uuids(count) {
    const made = [];
    while (made.length < count) {
      const some = Math.min(count - made.length, MOST);
      const got = await this.client.call('GENID', 'COUNT', some, 'AS', 'hex', 'GENERATOR', this.name, ...this.of);
      if (got.length !== some) throw new VestaError('internal', `the server gave ${got.length} IDs of ${some}`);
      made.push(...got.map(toUuid));
    }
    return made;
  }

  inward() {
    throw new VestaError('invalid-argument',
      'servers turn no outward ID back, for whoever may take IDs: open the settings that have the key');
  }

  async explain(id) {
    const given = typeof id === 'string' ? toText(id, 'uuid') : id;
    const listed = await this.client.call('EXPID', given, 'GENERATOR', this.name);
    const fields = {};
    for (let at = 0; at + 1 < listed.length; at += 2) fields[listed[at]] = listed[at + 1];
    if ('shard' in fields) {
      return { app: Number(fields.app), shard: Number(fields.shard), next: fields.next, number: fields.number };
    }
    const { at, random, ...numbers } = { type: 0n, ...fields };
    const parts = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)]));
    return { ...parts, at: new Date(at) };
  }

  async make({ time, seq, machine, genMethod, version }) {
    return BigInt(await this.client.call('MAKEID', 'TIME', time, 'SEQ', seq, 'MACHINE', machine, 'GENMETHOD', genMethod,
      'VERSION', version, 'GENERATOR', this.name)); // text from a server with rpc.ids: text
  }
}

function parse(text) {
  const found = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(text.trim());
  const port = Number(found?.[2]);
  if (!found || port < 1 || port > 65535) {
    throw new VestaError('invalid-settings', `'${text}' is no server; write host:port`);
  }
  return { host: found[1].replace(/[[\]]/g, ''), port };
}

class Remote {
  constructor(servers, options = {}) {
    this.servers = servers.split(',').map(parse);
    this.options = { timeoutMs: 5000, ...options };
    this.connections = new Map();
    this.failed = new Map(); // when servers did not answer
    this.closed = false;
  }

  generator(name = 'default', { tag, app, gatePass, ...how } = {}) {
    return new Generator(new RemoteSource(this, name, { tag, app, gatePass }), how);
  }

  async close() {
    this.closed = true;
    for (const each of this.connections.values()) each.end(new VestaError('closed', 'the client is closed'));
  }

  async [Symbol.asyncDispose ?? Symbol('dispose')]() {
    return this.close();
  }

  /** The answer of the first server that can give one. A command may be sent twice: then there is a gap. */
  async call(...words) {
    let refused;
    let last;
    for (const server of this.order()) {
      if (this.closed) throw new VestaError('closed', 'the client is closed');
      try {
        const got = await this.callAt(server, words);
        this.failed.delete(server);
        return got;
      } catch (why) {
        if (why instanceof VestaError) {
          if (!ELSEWHERE.includes(why.code)) throw why;
          refused = why;
        } else {
          this.failed.set(server, performance.now());
          last = why;
        }
      }
    }
    throw refused ?? new VestaError('store-unavailable', `no server answered: ${last.message || last.code}`);
  }

  order() {
    const recent = performance.now() - AWAY_MS;
    const isAway = (server) => this.failed.get(server) > recent;
    return [...this.servers.filter((each) => !isAway(each)), ...this.servers.filter(isAway)];
  }

  async callAt(server, words) {
    const kept = this.connections.get(server);
    if (kept?.open) {
      try {
        return await kept.call(words);
      } catch (why) {
        if (why instanceof VestaError) throw why; // else the server was started anew since
      }
    }
    const current = this.connections.get(server);
    if (current?.open) return current.call(words); // another caller has connected
    const made = new Connection(server, this.options);
    this.connections.set(server, made);
    return made.call(words);
  }
}

/** A client of the servers "host:port[,host:port...]". Connects when it is needed. */
function connect(servers, options) {
  return new Remote(servers, options);
}

module.exports = { Remote, connect };
