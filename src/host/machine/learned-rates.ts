import { traitsOf } from '../../demand/kinds.ts';
import { packRates } from '../../demand/packed-rates.ts';
import { learnRates, type RatedName } from '../../demand/rate-model.ts';
import { readResponses } from '../../ledger/rates/responses.ts';
import { type Database, readClockMs } from '../../lib/sql/database.ts';
import type { RatesLine } from '../../store/feed/feed.ts';
import type { Config } from '../config/config.ts';

/** The rates that this machine has learned from the database. All machines learn the same. */
export type LearnedRates = ReturnType<typeof createLearnedRates>;

type LearnedRatesOptions = {
  /** All that are known, also those that were removed. */
  readonly partners: () => Config['partners'];
  readonly nowMs: () => number;
  readonly tickMs: () => number;
};

/** How often rates are learned anew. */
const LEARN_MS = 10_000;

/** A reading that takes long is followed by a rest of so many times that. */
const REST_FACTOR = 20;

export function createLearnedRates({ partners, nowMs, tickMs }: LearnedRatesOptions) {
  let known: ReadonlyMap<string, RatesLine> = new Map();
  /** What has changed and is not in the feed. */
  let unwritten: ReadonlyMap<string, RatesLine> = new Map();
  let dueMs = Number.NEGATIVE_INFINITY;

  /** Reads the responses, where that is due. Resolves to whether there is news for the workers. */
  async function learn(database: Database): Promise<boolean> {
    const beganMs = tickMs();
    if (beganMs < dueMs) return unwritten.size > 0;
    const clockMs = await readClockMs(database, nowMs());
    const responses = await readResponses(database.query, clockMs);
    dueMs = tickMs() + Math.max(LEARN_MS, REST_FACTOR * (tickMs() - beganMs));
    const clickRates = new Map(
      partners().map((entry) => [entry.name, traitsOf(entry).offerClickRate]),
    );
    const learned = learnRates(responses, (partner) => clickRates.get(partner));
    const lines = new Map(learned.map((one) => [keyOf(one), lineOf(one, packRates(one))]));
    unwritten = new Map([...unwritten, ...differences(known, lines)]);
    known = lines;
    return unwritten.size > 0;
  }

  return {
    learn,
    /** What the feed does not have yet. `taken` is called once it is written. */
    news() {
      const offered = unwritten;
      return {
        lines: [...offered.values()],
        taken(): void {
          if (unwritten === offered) unwritten = new Map();
        },
      };
    },
    /** All that is known, for a new feed. */
    lines: (): readonly RatesLine[] => [...known.values()],
    /** As `packRates` writes it; undefined: it was never shown. */
    textOf: (name: RatedName) => known.get(keyOf(name))?.text,
  };
}

/** The lines that are new or have changed, and an empty one for each that is gone. */
function differences(
  before: ReadonlyMap<string, RatesLine>,
  after: ReadonlyMap<string, RatesLine>,
): readonly (readonly [string, RatesLine])[] {
  const changed = [...after].filter(([key, { text }]) => before.get(key)?.text !== text);
  const gone = [...before].filter(([key]) => !after.has(key));
  return [...changed, ...gone.map(([key, line]) => [key, { ...line, text: '' }] as const)];
}

function keyOf({ partner, name }: RatedName): string {
  return `${partner}/${name}`;
}

function lineOf({ partner, name }: RatedName, text: string): RatesLine {
  return { kind: 'rates', partner, name, text };
}
