'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { VestaError } = require('./errors');
const { toText, uuidOfHex } = require('./forms');
const { Generator } = require('./generator');

let native;
/** Loaded when it is first needed, so that clients of servers run where there is no native library. */
function addon() {
  native ??= require(file());
  return native;
}

/**
 * By the libc in this process: glibc's file is libc.so.6, before 2.34 libc-2.33.so; musl's has several names. Node's own report
 * says it too, but looks up names of hosts.
 */
function file() {
  const libc = /\/libc(\.so\.6|-2\.\d+\.so)$/m.test(fs.readFileSync('/proc/self/maps', 'latin1')) ? 'gnu' : 'musl';
  const platform = `linux-${{ x64: 'x86_64', arm64: 'aarch64' }[process.arch] ?? process.arch}-${libc}`;
  const found = path.join(__dirname, '..', 'native', platform, 'vesta.node');
  if (fs.existsSync(found)) return found;
  throw new VestaError('internal', `no library for ${platform} is in the package; connect to a server`);
}

function call(name, ...given) {
  try {
    return addon()[name](...given);
  } catch (thrown) {
    throw VestaError.fromNative(thrown);
  }
}

const FIELDS = ['version', 'type', 'genMethod', 'machine', 'time', 'seq'];

function checked(id) {
  if (BigInt.asIntN(64, id) === id) return id;
  throw new VestaError('invalid-argument', `${id} is no ID; an ID has 64 bits`);
}

class EmbeddedSource {
  constructor(ids, name, handle, ofTag, tag) {
    Object.assign(this, { ids, name, handle, ofTag, tag });
    this.one = addon().next;
  }

  nextSync() {
    try {
      return this.one(this.handle, this.ofTag);
    } catch (thrown) {
      throw VestaError.fromNative(thrown);
    }
  }

  fillSync(to) {
    return call('fill', this.handle, this.ofTag, to);
  }

  fill(to) {
    return this.later(to, false);
  }

  async later(to, uuids) {
    try {
      return await addon().fillLater(this.handle, this.ofTag, to, uuids);
    } catch (thrown) {
      throw VestaError.fromNative(thrown);
    }
  }

  /** Filled as two numbers each, which are its 16 bytes. */
  async uuids(count) {
    if (this.ofTag) throw new VestaError('invalid-argument', 'tags and applications count numbers of 64 bits');
    const made = await this.later(new BigInt64Array(2 * count), true);
    const hex = Buffer.from(made.buffer).toString('hex');
    return Array.from({ length: count }, (_, at) => uuidOfHex(hex.slice(32 * at, 32 * at + 32)));
  }

  inward(id) {
    return call('inward', this.ids.pointer(), this.name, this.tag ?? null, checked(id));
  }

  explain(id) {
    const given = typeof id === 'string' ? toText(id, 'uuid') : checked(id);
    const made = call('explain', this.ids.pointer(), this.name, given, new BigInt64Array(FIELDS.length + 1));
    const parts = Object.fromEntries(FIELDS.map((field, at) => [field, Number(made[at])]));
    return { ...parts, at: new Date(Number(made[FIELDS.length])) };
  }

  make(parts) {
    const wrong = FIELDS.find((field) => !Number.isSafeInteger(parts[field]) || parts[field] < 0);
    if (wrong) throw new VestaError('invalid-argument', `${wrong} is ${parts[wrong]}; it is a whole number from 0`);
    const given = BigInt64Array.from([...FIELDS.map((field) => BigInt(parts[field])), 0n]);
    return call('make', this.ids.pointer(), this.name, given);
  }
}

class ShardedSource extends EmbeddedSource {
  explain(id) {
    if (typeof id === 'string') return super.explain(id);
    const [app, shard, next, number] = call('explainSharded', this.ids.pointer(), this.name, id, new BigInt64Array(4));
    return { app: Number(app), shard: Number(shard), next, number };
  }
}

class Vesta {
  constructor(opened) {
    this.opened = opened;
  }

  generator(name = 'default', { tag, app, gatePass, ...how } = {}) {
    const ofTag = tag !== undefined || app !== undefined;
    const handle = call('find', this.pointer(), name, tag ?? null, app ?? null, gatePass ?? null);
    const Source = app === undefined ? EmbeddedSource : ShardedSource;
    return new Generator(new Source(this, name, handle, ofTag, tag), how);
  }

  async close() {
    const { opened } = this;
    this.opened = undefined;
    if (opened) call('close', opened);
  }

  async [Symbol.asyncDispose ?? Symbol('dispose')]() {
    return this.close();
  }

  pointer() {
    if (!this.opened) throw new VestaError('closed', 'the generators are closed');
    return this.opened;
  }
}

/** Opens a settings file, or settings as an object. Blocks on their stores: call it when the program starts. */
function open(settings) {
  if (typeof settings === 'object') return new Vesta(call('open', JSON.stringify(settings), true)); // JSON is YAML
  return new Vesta(call('open', settings, false));
}

module.exports = { Vesta, open };
