/** The last so many records, found by any of their names; the oldest makes room for the newest. */
export type Recent = {
  readonly add: (names: readonly string[], record: string) => void;
  readonly find: (name: string) => string | undefined;
  /** Newest first. */
  readonly list: (countMax: number) => readonly string[];
};

/** Records are kept as strings: a heap of many small objects would lengthen every pause of the collector. */
export function createRecent(capacity: number): Recent {
  const slots: { names: readonly string[]; record: string }[] = [];
  const slotByName = new Map<string, number>();
  let next = 0;

  return {
    add(names, record) {
      for (const name of slots[next]?.names ?? []) {
        if (slotByName.get(name) === next) slotByName.delete(name);
      }
      slots[next] = { names, record };
      for (const name of names) slotByName.set(name, next);
      next = (next + 1) % capacity;
    },
    find(name) {
      const slot = slotByName.get(name);
      return slot === undefined ? undefined : slots[slot]?.record;
    },
    list(countMax) {
      const records: string[] = [];
      for (let back = 1; back <= Math.min(countMax, slots.length); back++) {
        const slot = slots[(next - back + capacity) % capacity];
        if (slot !== undefined) records.push(slot.record);
      }
      return records;
    },
  };
}
