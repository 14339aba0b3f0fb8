export const BUSY_SECONDS = 60;
const NAMES_MAX = 256;
const CREDIT_MAX = 1_000_000;

/** The counts of one name. Each of the lists has one entry per second of the last minute. */
type BusyRow = {
  name: string | undefined;
  credit: number;
  lastSecond: number;
  /** The second that each entry counts. */
  readonly seconds: Float64Array;
  readonly asked: Uint32Array;
  readonly refused: Uint32Array;
};

const emptyRow = (): BusyRow => ({
  name: undefined,
  credit: 0,
  lastSecond: 0,
  seconds: new Float64Array(BUSY_SECONDS),
  asked: new Uint32Array(BUSY_SECONDS),
  refused: new Uint32Array(BUSY_SECONDS),
});

/**
 * The names with the most requests, second by second, for the console: the limits count hashes only.
 *
 * Finds heavy hitters in a table of a fixed size (Misra and Gries). A request of a name in the table adds to the credit
 * of its row. A request of another name takes one credit from the next row, in a circle, and takes over the row when no
 * credit is left. So every name that sends more than one in `NAMES_MAX` of all requests has a row, however many other
 * names there are.
 */
export function createBusy(namesMax: number = NAMES_MAX) {
  const rows = Array.from({ length: namesMax }, emptyRow);
  const rowByName = new Map<string, BusyRow>();
  let nextRow = 0;
  let thisSecond = 0;

  function removeName(row: BusyRow): void {
    if (row.name !== undefined) rowByName.delete(row.name);
    row.name = undefined;
    row.credit = 0;
  }

  /** Removes names without a request in the last minute: names may be addresses, which are not kept longer. */
  function beginSecond(second: number): void {
    thisSecond = second;
    for (const row of rows) if (second - row.lastSecond >= BUSY_SECONDS) removeName(row);
  }

  /** Undefined where the next row keeps its name. */
  function claimRow(name: string): BusyRow | undefined {
    const row = rows[nextRow];
    nextRow = (nextRow + 1) % namesMax;
    if (row === undefined || --row.credit > 0) return undefined;
    removeName(row);
    row.name = name;
    rowByName.set(name, row);
    // Without this the name would inherit the counts of the name before it.
    row.seconds.fill(0);
    return row;
  }

  return {
    count(name: string, second: number): void {
      if (second > thisSecond) beginSecond(second);
      const row = rowByName.get(name) ?? claimRow(name);
      if (row === undefined) return;
      row.credit = Math.min(row.credit + 1, CREDIT_MAX);
      row.lastSecond = second;
      countOne(row, row.asked, second);
    },
    countRefused(name: string, second: number): void {
      const row = rowByName.get(name);
      if (row !== undefined) countOne(row, row.refused, second);
    },
    /** The busiest names of the last minute, at most `countMax`. */
    busiest: (nowSec: number, countMax: number): readonly BusyName[] =>
      [...rowByName]
        .map(([name, row]) => readRow(name, row, nowSec))
        .map((one) => ({ one, peak: Math.max(...one.asked) }))
        .filter(({ peak }) => peak > 0)
        .sort((a, b) => b.peak - a.peak)
        .slice(0, countMax)
        .map(({ one }) => one),
  };
}

function countOne({ seconds, asked, refused }: BusyRow, counts: Uint32Array, second: number): void {
  const entry = second % BUSY_SECONDS;
  if (seconds[entry] !== second) {
    seconds[entry] = second;
    asked[entry] = 0;
    refused[entry] = 0;
  }
  counts[entry] = (counts[entry] ?? 0) + 1;
}

export type BusyName = Readonly<ReturnType<typeof readRow>>;

/** The requests of one name in the last minute. The last count in `asked` is of the second that runs. */
function readRow(name: string, row: BusyRow, nowSec: number) {
  let refused = 0;
  const asked: readonly number[] = Array.from({ length: BUSY_SECONDS }, (_, i) => {
    const second = nowSec - BUSY_SECONDS + 1 + i;
    const entry = second % BUSY_SECONDS;
    if (row.seconds[entry] !== second) return 0;
    refused += row.refused[entry] ?? 0;
    return row.asked[entry] ?? 0;
  });
  return { name, asked, refused };
}
