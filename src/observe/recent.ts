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

type KeptRecord<T> = {
  readonly names: readonly string[];
  readonly record: T;
  readonly bytes: number;
  readonly addedMs: number;
};

export function createRecent<T>({ countMax, bytesMax, ageMsMax, nowMs }: RecentLimits): Recent<T> {
  /** The oldest first. */
  const kept: KeptRecord<T>[] = [];
  const byName = new Map<string, KeptRecord<T>>();
  let bytes = 0;

  function dropOldest(): void {
    const oldest = kept.shift();
    bytes -= oldest?.bytes ?? 0;
    for (const name of oldest?.names ?? []) {
      if (byName.get(name) === oldest) byName.delete(name);
    }
  }

  function dropAged(): void {
    const sinceMs = nowMs() - ageMsMax;
    while ((kept[0]?.addedMs ?? sinceMs) < sinceMs) dropOldest();
  }

  return {
    add(names, record, recordBytes) {
      dropAged();
      while (kept.length === countMax || (kept.length > 0 && bytes + recordBytes > bytesMax)) {
        dropOldest();
      }
      const newest = { names, record, bytes: recordBytes, addedMs: nowMs() };
      kept.push(newest);
      for (const name of names) byName.set(name, newest);
      bytes += recordBytes;
    },
    find(name) {
      dropAged();
      return byName.get(name)?.record;
    },
    list(listedMax) {
      dropAged();
      return kept
        .slice(Math.max(0, kept.length - listedMax))
        .reverse()
        .map(({ record }) => record);
    },
  };
}
