/** A ring of the latest records, with an index by their names. A new record overwrites the oldest. */
export type Recent<T> = {
  readonly add: (names: readonly string[], record: T) => void;
  readonly find: (name: string) => T | undefined;
  /** Newest first. */
  readonly list: (countMax: number) => readonly T[];
};

export function createRecent<T>(capacity: number): Recent<T> {
  const slots: { names: readonly string[]; record: T }[] = [];
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
      const records: T[] = [];
      for (let back = 1; back <= Math.min(countMax, slots.length); back++) {
        const slot = slots[(next - back + capacity) % capacity];
        if (slot !== undefined) records.push(slot.record);
      }
      return records;
    },
  };
}
