'use strict';
// What embedded and remote generators have in common. A source has fill(array), uuids, explain, make and inward; an embedded one has
// nextSync and fillSync, too.
const { VestaError } = require('./errors');

function checked(count) {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new VestaError('invalid-argument', `count is ${count}; it is a whole number from 0`);
}

class Generator {
  constructor(source, { prefetch = 0, maxAgeMs = 500 } = {}) {
    if (!(prefetch >= 0) || !(maxAgeMs > 0)) {
      throw new VestaError('invalid-argument', `prefetch is ${prefetch}, maxAgeMs ${maxAgeMs}; at least 0, and above 0`);
    }
    this.source = source;
    this.batch = Math.max(prefetch, 1);
    this.ahead = prefetch > 0;
    this.maxAgeMs = maxAgeMs;
    this.ready = new BigInt64Array(0);
    this.at = 0;
    this.until = 0;
    this.filling = undefined;
  }

  /** One ID. */
  async next() {
    if (this.isReady()) return this.ready[this.at++];
    do {
      this.filling ??= this.source.fill(new BigInt64Array(this.batch)).then((made) => this.keep(made)).finally(() => {
        this.filling = undefined;
      });
      await this.filling;
    } while (this.at >= this.ready.length); // others took all of it
    return this.ready[this.at++];
  }

  /** One ID without a promise. Embedded, it may block this thread; at servers it gives prefetched IDs alone. */
  nextSync() {
    if (!this.ahead) return this.source.nextSync();
    if (!this.isReady()) this.keep(this.source.fillSync(new BigInt64Array(this.batch)));
    return this.ready[this.at++];
  }

  /** `count` IDs. */
  async take(count) {
    checked(count);
    if (!this.isReady()) return count === 0 ? new BigInt64Array(0) : this.source.fill(new BigInt64Array(count));
    const here = this.ready.slice(this.at, this.at + count);
    this.at += here.length;
    if (here.length === count) return here;
    const made = new BigInt64Array(count);
    made.set(here);
    made.set(await this.source.fill(new BigInt64Array(count - here.length)), here.length);
    return made;
  }

  /** One ID of 128 bits as a UUID, of a generator of kind uuid7 or ulid. */
  async nextUuid() {
    return (await this.source.uuids(1))[0];
  }

  /** `count` of them. */
  async takeUuids(count) {
    return this.source.uuids(checked(count));
  }

  /** The ID behind one that left in outward form. Embedded generators alone have the key. */
  async inward(id) {
    return this.source.inward(id);
  }

  /** Takes an ID of this generator's family apart. */
  async explain(id) {
    return this.source.explain(id);
  }

  /** The inverse of explain, for repairing data. The type is the generator's own, whatever the parts say. */
  async make(parts) {
    return this.source.make(parts);
  }

  async *[Symbol.asyncIterator]() {
    for (;;) yield await this.next();
  }

  isReady() {
    return this.at < this.ready.length && performance.now() < this.until;
  }

  keep(made) {
    this.ready = made;
    this.at = 0;
    this.until = performance.now() + this.maxAgeMs;
  }
}

module.exports = { Generator };
