import { type HalvedWords, halved } from './word-halves.ts';

/** Memory that processes share, from an offset on. */
export type SharedMemory = { readonly buffer: ArrayBufferLike; readonly byteOffset: number };

const WORD_BYTES = 8;

/** Named parts of a shared memory, which may have parts themselves, each of so many words of 64 bits, and each on lines of the cache of its own. */
export function layout<const Name extends string>(words: Readonly<Record<Name, number>>) {
  let bytes = 0;
  const parts = Object.entries<number>(words).map(([name, count]) => {
    const offset = bytes;
    bytes += toWholeLines(count * WORD_BYTES);
    return { name, count, offset };
  });
  return {
    /** Of all parts together. */
    words: bytes / WORD_BYTES,
    map: ({ buffer, byteOffset }: SharedMemory) =>
      Object.fromEntries(
        parts.map(({ name, count, offset }) => [
          name,
          halved(new BigUint64Array(buffer, byteOffset + offset, count)),
        ]),
      ) as Readonly<Record<Name, HalvedWords>>,
  };
}

/**
 * A processor moves memory between its cores by lines of 64 bytes, and fetches two of them at a time. Words that different
 * processes write are at least this far apart, and so are words that all of them read: else each write takes the line
 * from everybody.
 */
export const LINE_BYTES = 128;

export function toWholeLines(bytes: number): number {
  return Math.ceil(bytes / LINE_BYTES) * LINE_BYTES;
}
