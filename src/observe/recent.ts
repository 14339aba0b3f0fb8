/** The latest records, with an index by their names. The oldest go where there are too many, or where they are too old. */
export type Recent<T> = {
  /** `bytes` is what the record takes of the budget. */
  readonly add: (names: readonly string[], record: T, bytes: number) => void;
  readonly find: (name: string) => T | undefined;
  /** Newest first. */
  readonly list: (countMax: number) => readonly T[];
};

export type RecentLimits = {
  readonly countMax: number;
  /** Of all records together. The newest one is kept whatever it takes. */
  readonly bytesMax: number;
  readonly ageMsMax: number;
  readonly nowMs: () => number;
};

type Slot<T> = {
  readonly names: readonly string[];
  readonly record: T;
  readonly bytes: number;
  readonly addedMs: number;
};

export function createRecent<T>({ countMax, bytesMax, ageMsMax, nowMs }: RecentLimits): Recent<T> {
  const slots: (Slot<T> | undefined)[] = [];
  const slotByName = new Map<string, number>();
  let next = 0;
  let count = 0;
  let bytes = 0;

  const oldestAt = () => (next - count + countMax) % countMax;

  function dropOldest(): void {
    const at = oldestAt();
    const slot = slots[at];
    slots[at] = undefined;
    count--;
    bytes -= slot?.bytes ?? 0;
    for (const name of slot?.names ?? []) {
      if (slotByName.get(name) === at) slotByName.delete(name);
    }
  }

  function dropAged(): void {
    const sinceMs = nowMs() - ageMsMax;
    while (count > 0 && (slots[oldestAt()]?.addedMs ?? 0) < sinceMs) dropOldest();
  }

  return {
    add(names, record, recordBytes) {
      dropAged();
      while (count === countMax || (count > 0 && bytes + recordBytes > bytesMax)) dropOldest();
      slots[next] = { names, record, bytes: recordBytes, addedMs: nowMs() };
      for (const name of names) slotByName.set(name, next);
      next = (next + 1) % countMax;
      count++;
      bytes += recordBytes;
    },
    find(name) {
      dropAged();
      const slot = slotByName.get(name);
      return slot === undefined ? undefined : slots[slot]?.record;
    },
    list(listedMax) {
      dropAged();
      const records: T[] = [];
      for (let back = 1; back <= Math.min(listedMax, count); back++) {
        const slot = slots[(next - back + countMax) % countMax];
        if (slot !== undefined) records.push(slot.record);
      }
      return records;
    },
  };
}
