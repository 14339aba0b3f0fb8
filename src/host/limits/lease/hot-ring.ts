import type { LimiterMemory } from '../limit-counters.ts';

/** A name of which a worker has seen many requests. */
export type HotName = {
  readonly scope: 'publisher' | 'ip';
  readonly text: string;
  readonly limit: number;
};

const ENTRIES = 256;
const ENTRY_BYTES = 256;
const HEAD_BYTES = 8;
/** An entry: its number plus one, the limit, the scope, the length of the text, the text. */
const SCOPE_AT = 8;
const LENGTH_AT = 9;
const TEXT_AT = 10;
const TEXT_BYTES_MAX = ENTRY_BYTES - TEXT_AT;

export const HOT_RING_BYTES = HEAD_BYTES + ENTRIES * ENTRY_BYTES;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function views({ buffer, byteOffset }: LimiterMemory) {
  return {
    head: new Uint32Array(buffer, byteOffset, 1),
    numbers: new Uint32Array(buffer, byteOffset + HEAD_BYTES, (ENTRIES * ENTRY_BYTES) / 4),
    bytes: new Uint8Array(buffer, byteOffset + HEAD_BYTES, ENTRIES * ENTRY_BYTES),
  };
}

/** Workers tell the supervisor about names without a message. If nobody reads, old entries are overwritten. */
export function createHotWriter(memory: LimiterMemory): (hot: HotName) => void {
  const { head, numbers, bytes } = views(memory);
  return ({ scope, text, limit }) => {
    const encoded = encoder.encode(text);
    if (encoded.length > TEXT_BYTES_MAX) return;
    const number = Atomics.add(head, 0, 1);
    const start = (number % ENTRIES) * ENTRY_BYTES;
    Atomics.store(numbers, start / 4, 0);
    numbers[start / 4 + 1] = Math.min(limit, 0xffffffff);
    bytes[start + SCOPE_AT] = scope === 'ip' ? 1 : 0;
    bytes[start + LENGTH_AT] = encoded.length;
    bytes.set(encoded, start + TEXT_AT);
    Atomics.store(numbers, start / 4, (number + 1) >>> 0);
  };
}

/** Returns the names since the last call. */
export function createHotReader(memory: LimiterMemory): () => readonly HotName[] {
  const { head, numbers, bytes } = views(memory);
  let next = 0;
  return () => {
    const end = Atomics.load(head, 0);
    // The numbers of entries start again at 0 after 2 ** 32.
    if ((end - next) >>> 0 > ENTRIES) next = (end - ENTRIES) >>> 0;
    const found: HotName[] = [];
    for (; next !== end; next = (next + 1) >>> 0) {
      const start = (next % ENTRIES) * ENTRY_BYTES;
      const length = bytes[start + LENGTH_AT] ?? 0;
      const copy = bytes.slice(start + TEXT_AT, start + TEXT_AT + length);
      const scope = bytes[start + SCOPE_AT] === 1 ? 'ip' : 'publisher';
      const limit = numbers[start / 4 + 1] ?? 0;
      // Otherwise a worker is writing here: the entry is incomplete, or a later one.
      if (Atomics.load(numbers, start / 4) !== (next + 1) >>> 0) continue;
      found.push({ scope, text: decoder.decode(copy), limit });
    }
    return found;
  };
}
