import { traitsOf } from '../../demand/kinds.ts';
import { learnRates, packRates, type RatedName } from '../../demand/rate-model.ts';
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
  let dueMs = Number.NEGATIVE_INFINITY;

  /** Reads the responses, where that is due. Resolves to whether it was. */
  async function learn(database: Database): Promise<boolean> {
    const beganMs = tickMs();
    if (beganMs < dueMs) return false;
    const clockMs = await readClockMs(database, nowMs());
    const responses = await readResponses(database.query, clockMs);
    dueMs = tickMs() + Math.max(LEARN_MS, REST_FACTOR * (tickMs() - beganMs));
    const clickRates = new Map(
      partners().map((entry) => [entry.name, traitsOf(entry).offerClickRate]),
    );
    const learned = learnRates(responses, (partner) => clickRates.get(partner));
    known = new Map(learned.map((one) => [keyOf(one), lineOf(one, packRates(one))]));
    return true;
  }

  return {
    learn,
    /** By name. */
    lines: () => known,
    /** As `packRates` writes it; undefined: it was never shown. */
    textOf: (name: RatedName) => known.get(keyOf(name))?.text,
  };
}

function keyOf({ partner, name }: RatedName): string {
  return `${partner}/${name}`;
}

function lineOf({ partner, name }: RatedName, text: string): RatesLine {
  return { kind: 'rates', partner, name, text };
}
