/** Unique IDs of 64 bits, or of 128: made in this process, or at Vesta's RPC servers, by one interface. */
import type { ConnectionOptions } from 'node:tls';

/** The fields of a time-based ID. `time` counts the layout's units since its epoch; that tick begins `at`. */
export interface Parts {
  version: number;
  type: number;
  genMethod: number;
  machine: number;
  time: number;
  seq: number;
  /** `make` ignores it. */
  at?: Date;
}

/** The fields of a sharded generator's ID. `number` is the counted number; it differs from `next` if a key hides the order. */
export interface ShardedParts {
  app: number;
  shard: number;
  next: bigint;
  number?: bigint;
}

export interface GeneratorOptions {
  /** Of a segment generator: the numbers of this tag. */
  tag?: string;
  /** Of a sharded generator: the IDs of this application, in the shard that the gate pass chooses. */
  app?: number;
  gatePass?: string;
  /** Up to this many IDs at once are fetched and handed out from memory; those that are not used are gaps. Default 0. */
  prefetch?: number;
  /** How old such an ID may be, in milliseconds. Default 500. */
  maxAgeMs?: number;
}

/** Makes IDs. A failed call gives a VestaError and no ID. */
export class Generator implements AsyncIterable<bigint> {
  private constructor();
  /** One ID. */
  next(): Promise<bigint>;
  /** One ID without a promise. Embedded, it may block this thread for seconds; at servers it gives prefetched IDs alone. */
  nextSync(): bigint;
  /** That many IDs. */
  take(count: number): Promise<BigInt64Array>;
  /** One ID of 128 bits as a UUID, of a generator of kind uuid7 or ulid (then toText(id, 'base32') is the ULID). Never prefetched. */
  nextUuid(): Promise<string>;
  /** That many of them, in their order. */
  takeUuids(count: number): Promise<string[]>;
  /** Takes an ID of this generator's family apart, a UUID as text. */
  explain(id: bigint | string): Promise<Parts | ShardedParts>;
  /** The inverse of `explain`, for repairing data. The type is the generator's own, whatever the parts say. */
  make(parts: Parts): Promise<bigint>;
  /** The ID behind one that left in outward form (docs/outward.md). Embedded generators alone have the key. */
  inward(id: bigint): Promise<bigint>;
  /** IDs without end. */
  [Symbol.asyncIterator](): AsyncIterator<bigint>;
}

/** Generators by name. */
export interface Ids {
  /** A generator; `default` without a name. */
  generator(name?: string, options?: GeneratorOptions): Generator;
  /** Gives back unused time and numbers, or closes connections. Its generators then fail with `closed`. */
  close(): Promise<void>;
}

/** The generators of one settings file, in this process: it holds machine IDs. Open one for each process. */
export class Vesta implements Ids {
  private constructor();
  generator(name?: string, options?: GeneratorOptions): Generator;
  close(): Promise<void>;
}

/** A client of RPC servers. */
export class Remote implements Ids {
  private constructor();
  generator(name?: string, options?: GeneratorOptions): Generator;
  close(): Promise<void>;
}

export interface ClientOptions {
  /** Absent where servers have one password for all. */
  user?: string;
  /** A password or a token. */
  password?: string;
  /** TLS, with these options of node:tls. */
  tls?: ConnectionOptions;
  /** For each connection and answer; a server may wait for 2 s before it answers. Default 5000. */
  timeoutMs?: number;
}

/** Opens a settings file, or settings as an object. Blocks on their stores: call it when the program starts. */
export function open(settings: string | object): Vesta;
/** A client of the servers "host:port[,host:port...]". Connects when it is needed, and asks the next where one fails. */
export function connect(servers: string, options?: ClientOptions): Remote;

export type Code =
  | 'invalid-argument' | 'invalid-settings' | 'not-found' | 'clock-behind' | 'not-ready' | 'exhausted' | 'state-unusable'
  | 'in-use' | 'lease-lost' | 'store-unavailable' | 'closed' | 'forked' | 'internal' | 'not-authenticated'
  | 'not-permitted' | 'over-quota';

export class VestaError extends Error {
  readonly code: Code;
  /** In how many milliseconds another attempt may succeed; absent: it will not, or the time is unknown. */
  readonly retryAfterMs?: number;
}

/** How an ID is written as text; all but decimal have one length and sort as the IDs do. */
export type Form = 'decimal' | 'hex' | 'base32' | 'base58' | 'base62' | 'uuid' | 'base32-check';
export const FORMS: readonly Form[];
/** Those of IDs of 128 bits. A ULID's own text is base32. */
export type UuidForm = Exclude<Form, 'decimal'> | 'typeid';
export const UUID_FORMS: readonly UuidForm[];
/** The ID as text of that form, after the prefix: for JSON, which knows no BigInt, and for URLs. */
export function toText(id: bigint, form: Form, prefix?: string): string;
/** An ID of 128 bits, given as its UUID. */
export function toText(uuid: string, form: UuidForm, prefix?: string): string;
/** The ID in such a text. Reading is strict. */
export function fromText(text: string, form: Form, prefix?: string): bigint;
/** The UUID of the ID of 128 bits in such a text. */
export function uuidFromText(text: string, form: UuidForm, prefix?: string): string;
