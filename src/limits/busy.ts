/** The names with the most requests, second by second, for the console: the limits count hashes only. */
export type Busy = {
  readonly count: (name: string, second: number) => void;
  readonly countRefused: (name: string, second: number) => void;
  /** The busiest names of the last minute, at most `countMax`. */
  readonly busiest: (nowSec: number, countMax: number) => readonly BusyName[];
};

/** The requests of one name in the last minute. */
export type BusyName = {
  readonly name: string;
  /** One count per second; the last one is the second that runs. */
  readonly asked: readonly number[];
  readonly refused: number;
};

export const BUSY_SECONDS = 60;
const NAMES_MAX = 256;
const CREDIT_MAX = 1_000_000;

/** A table with one row per name; each row has one cell per second of the last minute. */
type Table = {
  readonly namesMax: number;
  readonly rowByName: Map<string, number>;
  readonly names: (string | undefined)[];
  readonly credits: Int32Array;
  readonly lastSeconds: Float64Array;
  /** The second that each cell counts. */
  readonly seconds: Float64Array;
  readonly asked: Uint32Array;
  readonly refused: Uint32Array;
  /** The row whose credit the next unknown name reduces. */
  nextRow: number;
  thisSecond: number;
};

/**
 * Finds heavy hitters in a table of a fixed size (Misra and Gries). A request of a name in the table adds to
 * the credit of its row. A request of another name takes one credit from the next row in turn, and takes
 * over the row when no credit is left. So every name that sends more than one in `NAMES_MAX` of all requests
 * has a row, however many other names there are.
 */
export function createBusy(namesMax: number = NAMES_MAX): Busy {
  const cells = namesMax * BUSY_SECONDS;
  const table: Table = {
    namesMax,
    rowByName: new Map(),
    names: new Array(namesMax),
    credits: new Int32Array(namesMax),
    lastSeconds: new Float64Array(namesMax),
    seconds: new Float64Array(cells),
    asked: new Uint32Array(cells),
    refused: new Uint32Array(cells),
    nextRow: 0,
    thisSecond: 0,
  };
  return {
    count: (name, second) => count(table, name, second),
    countRefused(name, second) {
      const row = table.rowByName.get(name);
      if (row === undefined) return;
      const cell = cellAt(table, row, second);
      table.refused[cell] = (table.refused[cell] ?? 0) + 1;
    },
    busiest: (nowSec, countMax) =>
      [...table.rowByName]
        .map(([name, row]) => readRow(table, name, row, nowSec))
        .map((one) => ({ one, peak: Math.max(...one.asked) }))
        .filter(({ peak }) => peak > 0)
        .sort((a, b) => b.peak - a.peak)
        .slice(0, countMax)
        .map(({ one }) => one),
  };
}

function count(table: Table, name: string, second: number): void {
  if (second > table.thisSecond) beginSecond(table, second);
  const row = table.rowByName.get(name) ?? claimRow(table, name);
  if (row === undefined) return;
  table.credits[row] = Math.min((table.credits[row] ?? 0) + 1, CREDIT_MAX);
  table.lastSeconds[row] = second;
  const cell = cellAt(table, row, second);
  table.asked[cell] = (table.asked[cell] ?? 0) + 1;
}

/** Removes names without a request in the last minute: names may be addresses, which are not kept longer. */
function beginSecond(table: Table, second: number): void {
  table.thisSecond = second;
  for (let row = 0; row < table.namesMax; row++) {
    if (second - (table.lastSeconds[row] ?? 0) >= BUSY_SECONDS) removeName(table, row);
  }
}

function removeName({ rowByName, names, credits }: Table, row: number): void {
  const name = names[row];
  if (name !== undefined) rowByName.delete(name);
  names[row] = undefined;
  credits[row] = 0;
}

/** Undefined where the next row in turn keeps its name. */
function claimRow(table: Table, name: string): number | undefined {
  const row = table.nextRow;
  table.nextRow = (row + 1) % table.namesMax;
  const credit = Math.max((table.credits[row] ?? 0) - 1, 0);
  table.credits[row] = credit;
  if (credit > 0) return undefined;
  removeName(table, row);
  table.names[row] = name;
  table.rowByName.set(name, row);
  // Without this the name would inherit the counts of the name before it.
  table.seconds.fill(0, row * BUSY_SECONDS, (row + 1) * BUSY_SECONDS);
  return row;
}

/** The row's cell for this second, which starts at zero. */
function cellAt({ seconds, asked, refused }: Table, row: number, second: number): number {
  const cell = row * BUSY_SECONDS + (second % BUSY_SECONDS);
  if (seconds[cell] !== second) {
    seconds[cell] = second;
    asked[cell] = 0;
    refused[cell] = 0;
  }
  return cell;
}

function readRow(table: Table, name: string, row: number, nowSec: number): BusyName {
  let refused = 0;
  const asked = Array.from({ length: BUSY_SECONDS }, (_, i) => {
    const second = nowSec - BUSY_SECONDS + 1 + i;
    const cell = row * BUSY_SECONDS + (second % BUSY_SECONDS);
    if (table.seconds[cell] !== second) return 0;
    refused += table.refused[cell] ?? 0;
    return table.asked[cell] ?? 0;
  });
  return { name, asked, refused };
}
