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

/** The latest records, with an index by their names. The oldest go where there are too many, or where they are too old. */
export function createRecent<T>({ countMax, bytesMax, ageMsMax, nowMs }: RecentLimits) {
  /** The oldest first. */
  const kept: KeptRecord<T>[] = [];
  const byName = new Map<string, KeptRecord<T>>();
  let bytes = 0;
  let droppedMs: number | undefined;

  function dropOldest(): void {
    const oldest = kept.shift();
    bytes -= oldest?.bytes ?? 0;
    droppedMs = oldest?.addedMs ?? droppedMs;
    for (const name of oldest?.names ?? []) {
      if (byName.get(name) === oldest) byName.delete(name);
    }
  }

  function dropAged(): void {
    const sinceMs = nowMs() - ageMsMax;
    while ((kept[0]?.addedMs ?? sinceMs) < sinceMs) dropOldest();
  }

  return {
    /** `recordBytes` is what the record takes of the budget. */
    add(names: readonly string[], record: T, recordBytes: number): void {
      dropAged();
      while (kept.length === countMax || (kept.length > 0 && bytes + recordBytes > bytesMax)) {
        dropOldest();
      }
      const newest = { names, record, bytes: recordBytes, addedMs: nowMs() };
      kept.push(newest);
      for (const name of names) byName.set(name, newest);
      bytes += recordBytes;
    },
    find(name: string): T | undefined {
      dropAged();
      return byName.get(name)?.record;
    },
    /** When the newest of those that are gone was added. undefined: none is. */
    droppedMs(): number | undefined {
      dropAged();
      return droppedMs;
    },
    /** Newest first. */
    list(listedMax: number): readonly T[] {
      dropAged();
      return kept
        .slice(Math.max(0, kept.length - listedMax))
        .reverse()
        .map(({ record }) => record);
    },
  };
}
