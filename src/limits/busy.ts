/** Who asks most, second by second, for people to look at: the counters of the limits know hashes only. */
export type Busy = {
  readonly count: (name: string, second: number) => void;
  readonly countRefused: (name: string, second: number) => void;
  /** The busiest of the last minute, at most so many. */
  readonly busiest: (nowSec: number, countMax: number) => readonly BusyName[];
};

/** What one name asked for in the last minute. */
export type BusyName = {
  readonly name: string;
  /** One for each second, the last one being the one that runs. */
  readonly asked: readonly number[];
  readonly refused: number;
};

export const BUSY_SECONDS = 60;
const NAMES_MAX = 256;
const LIFE_MAX = 1_000_000;

/**
 * A table of a fixed size. A request of a name that is in it lengthens the name's life; one of a name that
 * is not shortens the life of the next place in turn, and takes the place when that life is over. So
 * whoever sends more than one in `NAMES_MAX` of all requests is in it, however many others there are.
 */
export function createBusy(namesMax: number = NAMES_MAX): Busy {
  const placeByName = new Map<string, number>();
  const names = new Array<string | undefined>(namesMax);
  const lives = new Int32Array(namesMax);
  const lastSeconds = new Float64Array(namesMax);
  const seconds = new Float64Array(namesMax * BUSY_SECONDS);
  const asked = new Uint32Array(namesMax * BUSY_SECONDS);
  const refused = new Uint32Array(namesMax * BUSY_SECONDS);
  let next = 0;
  let thisSecond = 0;

  function forget(place: number): void {
    const name = names[place];
    if (name !== undefined) placeByName.delete(name);
    names[place] = undefined;
    lives[place] = 0;
  }

  /** Names, which may be addresses, are not kept for longer than there is something to tell of them. */
  function turnSecond(second: number): void {
    thisSecond = second;
    for (let place = 0; place < namesMax; place++) {
      if (second - (lastSeconds[place] ?? 0) >= BUSY_SECONDS) forget(place);
    }
  }

  function admit(name: string): number | undefined {
    const place = next;
    next = (next + 1) % namesMax;
    lives[place] = Math.max((lives[place] ?? 0) - 1, 0);
    if (lives[place] !== 0) return undefined;
    forget(place);
    names[place] = name;
    placeByName.set(name, place);
    seconds.fill(0, place * BUSY_SECONDS, (place + 1) * BUSY_SECONDS);
    return place;
  }

  /** The cell of the name's second. */
  function cellAt(place: number, second: number): number {
    const cell = place * BUSY_SECONDS + (second % BUSY_SECONDS);
    if (seconds[cell] !== second) {
      seconds[cell] = second;
      asked[cell] = 0;
      refused[cell] = 0;
    }
    return cell;
  }

  function lookAt(name: string, place: number, nowSec: number): BusyName {
    let refusedCount = 0;
    const counts = Array.from({ length: BUSY_SECONDS }, (_, i) => {
      const second = nowSec - BUSY_SECONDS + 1 + i;
      const cell = place * BUSY_SECONDS + (second % BUSY_SECONDS);
      if (seconds[cell] !== second) return 0;
      refusedCount += refused[cell] ?? 0;
      return asked[cell] ?? 0;
    });
    return { name, asked: counts, refused: refusedCount };
  }

  return {
    count(name, second) {
      if (second > thisSecond) turnSecond(second);
      const place = placeByName.get(name) ?? admit(name);
      if (place === undefined) return;
      lives[place] = Math.min((lives[place] ?? 0) + 1, LIFE_MAX);
      lastSeconds[place] = second;
      const cell = cellAt(place, second);
      asked[cell] = (asked[cell] ?? 0) + 1;
    },
    countRefused(name, second) {
      const place = placeByName.get(name);
      if (place === undefined) return;
      const cell = cellAt(place, second);
      refused[cell] = (refused[cell] ?? 0) + 1;
    },
    busiest(nowSec, countMax) {
      return [...placeByName]
        .map(([name, place]) => lookAt(name, place, nowSec))
        .map((one) => ({ one, peak: Math.max(...one.asked) }))
        .filter(({ peak }) => peak > 0)
        .sort((a, b) => b.peak - a.peak)
        .slice(0, countMax)
        .map(({ one }) => one);
    },
  };
}
