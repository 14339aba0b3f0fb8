import { appendFileSync, utimesSync } from 'node:fs';

export type SliceIndex = ReturnType<typeof createSliceIndex>;

/** Whose slices the memory has, and where each begins: its first byte, by the key of its campaign. */
export type IndexedSlices = {
  readonly ledger: string;
  readonly allocatorId: string;
  readonly byteOf: ReadonlyMap<string, number>;
};

/** Changes with the layout of a slice: what another version has left is not understood. */
const FORMAT = 'slices 1';

/**
 * A file beside the shared memory that says which slice in it is whose. If all processes of this machine are killed, the
 * memory stays, and whoever finds both knows what was sold. The time of the file is that of the last sign of life.
 */
export function createSliceIndex(
  file: string,
  { ledger, allocatorId }: Pick<IndexedSlices, 'ledger' | 'allocatorId'>,
) {
  let isBegun = false;

  /** Without the file, what is in the slices waits for longer should this machine be killed. */
  function orWithout(write: () => void): void {
    try {
      write();
    } catch {
      // Somebody has deleted the folder: the supervisor creates another, with a new index.
    }
  }

  return {
    add(slices: readonly (readonly [key: string, byte: number])[]): void {
      if (slices.length === 0) return;
      const head = isBegun ? [] : [[FORMAT, ledger, allocatorId]];
      const lines = [...head, ...slices].map((line) => `${JSON.stringify(line)}\n`);
      orWithout(() => appendFileSync(file, lines.join(''), { mode: 0o600 }));
      isBegun = true;
    },
    showLife(nowMs: number): void {
      if (isBegun) orWithout(() => utimesSync(file, nowMs / 1000, nowMs / 1000));
    },
  };
}

/** undefined: of another version. A line that was not written to its end is left out. */
export function readSliceIndex(text: string): IndexedSlices | undefined {
  const [head, ...rows] = text.split('\n').map(fieldsOf);
  const [format, ledger, allocatorId] = head ?? [];
  if (format !== FORMAT || typeof ledger !== 'string' || typeof allocatorId !== 'string') {
    return undefined;
  }
  const byteOf = new Map<string, number>();
  for (const [key, byte] of rows) {
    if (typeof key === 'string' && typeof byte === 'number') byteOf.set(key, byte);
  }
  return { ledger, allocatorId, byteOf };
}

function fieldsOf(line: string): readonly unknown[] {
  try {
    const fields: unknown = JSON.parse(line);
    return Array.isArray(fields) ? fields : [];
  } catch {
    return [];
  }
}
