import { HOLD_CAUSES, type HoldCause } from '../../core/sale/hold-cause.ts';
import { LINE_BYTES, layout, type SharedMemory } from '../../lib/layout.ts';
import { impressionMicros } from '../../lib/money.ts';
import {
  type Account,
  type Amount,
  amountOf,
  type BudgetResource,
  isLimited,
  RESOURCES,
} from './account.ts';

/**
 * What campaigns may still sell on this machine, in the memory that its processes share:
 *
 * 1. a line: when budgets were last checked, whether a worker has sold since the seller last looked, and the tag of the run
 *    that names the portions
 * 2. counters of each campaign, with the time before which its portion may be sold, and when a worker last asked for it
 * 3. of each campaign, two words of 64 bits: the money and the impressions that are left, each with the number of the
 *    portion in its upper bits. A campaign may get its budget later
 *
 * The number and the amount change in one step. So a worker knows from which portion it took, and nobody gives back to one
 * portion what was taken from another. Campaigns are addressed by their rows, which they keep as long as the machine runs.
 */
const CHECKED_SEC = 0;
const USED = 1;
const RUN = 2;
const HEAD_WORDS = LINE_BYTES / 4;

/** Of a campaign: requests that its creatives were tried on, and how many of them they did not fit. */
const TRIED = 0;
const MISFIT = 1;
/** The number of the cause for which it would be held back now, as the seller has found it. */
const CAUSE = 2;
const UNTIL_SEC = 3;
const ASKED_SEC = 4;
/** Requests that it was held back from, by the cause. */
const FIRST_HELD = 5;
const COUNTER_WORDS = FIRST_HELD + HOLD_CAUSES.length;

const AMOUNT_BITS = 38n;
const AMOUNT_MASK = (1n << AMOUNT_BITS) - 1n;
/** Of money, 274,000 USD. */
export const PORTION_MAX = 2 ** 38 - 1;
/**
 * Numbers that a run can have of a campaign: three every second for two months. The number of a portion that pays for
 * impressions is even. Of one that holds what a click or a conversion may cost it is odd.
 */
const NUMBERS = 2 ** 24;
const RUN_MAX = 2 ** 28 - 1;

const WORD: Readonly<Record<BudgetResource, number>> = { micros: 0, impressions: 1 };
const AMOUNT_WORDS = RESOURCES.length;
const NONE = -1;
/** The first of the two words of its portion. */
const placeOf = (campaign: number) => campaign * AMOUNT_WORDS;

/** How long a machine sells without having checked its budgets. */
export const SELL_MS = 45_000;

/** The resources that a budget limits. */
export type Limited = Readonly<Record<BudgetResource, boolean>>;

export function limitedBy(account: Pick<Account, 'budget' | 'riskMicros'>): Limited {
  return {
    micros: isLimited(account, 'micros'),
    impressions: isLimited(account, 'impressions'),
  };
}

/** Whether a sale may take from a portion with this number. */
const paysFor = (number: number, isExpected: boolean) => (number % 2 === 1) === isExpected;

/** The next number of a campaign's portions. */
export function numberAfter(number: number, isExpected: boolean): number {
  return paysFor(number + 1, isExpected) ? number + 1 : number + 2;
}

/** What impression-priced sales hold is theirs, whatever clicks cost. `portion` is as tokens name it. */
export const holdsForImpressions = (portion: number) => paysFor(portion, false);

function layoutFor(rows: number) {
  const counters = Math.ceil((HEAD_WORDS + rows * COUNTER_WORDS) / 2);
  return layout({ counters, amounts: rows * AMOUNT_WORDS });
}

export const portionWords = (rows: number) => layoutFor(rows).words;

const numberIn = (word: bigint) => Number(word >> AMOUNT_BITS);
const amountIn = (word: bigint) => Number(word & AMOUNT_MASK);
const pack = (number: number, amount: number) => (BigInt(number) << AMOUNT_BITS) | BigInt(amount);

function mapped(memory: SharedMemory, rows: number) {
  const parts = layoutFor(rows).map(memory);
  const { buffer, byteOffset, length } = parts.counters.words;
  const words = new Int32Array(buffer, byteOffset, 2 * length);
  const amounts = new BigInt64Array(
    parts.amounts.words.buffer,
    parts.amounts.words.byteOffset,
    rows * AMOUNT_WORDS,
  );

  /** Adds to a word, unless another portion has come, or less than nothing would be left. Returns the portion's number. */
  function add(index: number, amount: number, ofNumber = NONE): number {
    for (;;) {
      const found = Atomics.load(amounts, index);
      const number = numberIn(found);
      const left = amountIn(found) + amount;
      if (left < 0 || (ofNumber !== NONE && ofNumber !== number)) return NONE;
      const changed = pack(number, left);
      if (Atomics.compareExchange(amounts, index, found, changed) === found) return number;
    }
  }

  return {
    words,
    amounts,
    add,
    countersAt: (campaign: number) => HEAD_WORDS + campaign * COUNTER_WORDS,
    isChecked: (nowMs: number) => nowMs < (Atomics.load(words, CHECKED_SEC) >>> 0) * 1000 + SELL_MS,
  };
}

export type WorkerPortions = ReturnType<typeof createWorkerPortions>;

/**
 * The worker's side: it takes the price of each sold impression from a portion, without a lock or a message. Nobody keeps a
 * reservation: the money stays held by the portion's row in the ledger.
 */
export function createWorkerPortions(memory: SharedMemory, rows: number) {
  const { words, amounts, add, countersAt, isChecked } = mapped(memory, rows);
  /** Which resources the budget of each campaign limits: 1 where it does, else 0. */
  const limits = { micros: new Uint8Array(rows), impressions: new Uint8Array(rows) };

  const microsOf = (campaign: number, cpmMicros: number) =>
    limits.micros[campaign] === 1 ? impressionMicros(cpmMicros) : 0;
  const isLimitless = (campaign: number) =>
    limits.micros[campaign] !== 1 && limits.impressions[campaign] !== 1;

  /** Whether its portion may be sold. Notes that the campaign was asked for. */
  function isOpen(campaign: number, nowMs: number): boolean {
    const counters = countersAt(campaign);
    const sec = Math.floor(nowMs / 1000) | 0;
    if (words[counters + ASKED_SEC] !== sec) Atomics.store(words, counters + ASKED_SEC, sec);
    return nowMs < (Atomics.load(words, counters + UNTIL_SEC) >>> 0) * 1000;
  }

  return {
    /** Whether the portion could pay this CPM now. Always true for a campaign without a budget. */
    canPay(campaign: number, cpmMicros: number, nowMs: number): boolean {
      if (isLimitless(campaign)) return true;
      if (!isOpen(campaign, nowMs)) return false;
      const place = placeOf(campaign);
      const micros = microsOf(campaign, cpmMicros);
      if (micros > 0 && amountIn(Atomics.load(amounts, place)) < micros) return false;
      return limits.impressions[campaign] !== 1 || amountIn(Atomics.load(amounts, place + 1)) > 0;
    },
    /**
     * Takes the price of one impression, or where `isExpected` what a click or a conversion of it may cost. Returns the
     * portion that it is from, for the notices of the sale: 0 where the campaign has no budget, undefined where the portion
     * cannot pay.
     */
    reserve(
      campaign: number,
      cpmMicros: number,
      nowMs: number,
      isExpected = false,
    ): number | undefined {
      if (isLimitless(campaign)) return 0;
      if (!isOpen(campaign, nowMs)) return undefined;
      const place = placeOf(campaign);
      const micros = microsOf(campaign, cpmMicros);
      let number = NONE;
      if (micros > 0) {
        number = add(place, -micros);
        if (number === NONE) return undefined;
        if (!paysFor(number, isExpected)) {
          add(place, micros, number);
          return undefined;
        }
      }
      if (limits.impressions[campaign] === 1) {
        const taken = add(place + 1, -1, number);
        if (taken === NONE) {
          // Where the portion has ended meanwhile, the money stays held until its row ends.
          if (micros > 0) add(place, micros, number);
          return undefined;
        }
        number = taken;
      }
      if (Atomics.load(words, USED) === 0) Atomics.store(words, USED, 1);
      return (words[RUN] ?? 0) * NUMBERS + number;
    },
    /** Counts a request that the campaign's creatives were tried on. */
    countTrial(campaign: number, result: 'fit' | 'misfit'): void {
      Atomics.add(words, countersAt(campaign) + TRIED, 1);
      if (result === 'misfit') Atomics.add(words, countersAt(campaign) + MISFIT, 1);
    },
    /** Why a campaign cannot pay. */
    holdCause(campaign: number, nowMs: number): HoldCause {
      if (!isChecked(nowMs)) return 'ledger';
      return HOLD_CAUSES[Atomics.load(words, countersAt(campaign) + CAUSE)] ?? 'portion';
    },
    /** Counts a request that the campaign was held back from. */
    countHeld(campaign: number, cause: HoldCause): void {
      Atomics.add(words, countersAt(campaign) + FIRST_HELD + HOLD_CAUSES.indexOf(cause), 1);
    },
    /** Tells what limits the campaign. Until then nothing does. */
    assign(campaign: number, { micros, impressions }: Limited): void {
      limits.micros[campaign] = Number(micros);
      limits.impressions[campaign] = Number(impressions);
    },
  };
}

/** What became of the requests that a campaign runs on. */
export type Trials = {
  /** Its creatives were tried. */
  readonly tried: number;
  /** Of those: none fitted. */
  readonly misfit: number;
  /** It was held back, by the cause. */
  readonly held: Readonly<Record<HoldCause, number>>;
};

export type SellerPortions = ReturnType<typeof createSellerPortions>;

/** The seller's side, of which a machine has one: it alone opens portions, adds to them and ends them. */
export function createSellerPortions(memory: SharedMemory, runId: string, rows: number) {
  const { words, amounts, add, countersAt, isChecked } = mapped(memory, rows);
  // 0 would name no portion.
  const run = Bun.hash.xxHash32(runId) & RUN_MAX || 1;
  words[RUN] = run;
  const copyCounters = () => words.slice();

  const leftOf = (campaign: number): Amount =>
    amountOf((resource) => amountIn(Atomics.load(amounts, placeOf(campaign) + WORD[resource])));

  return {
    /** What is left of its portion. */
    leftOf,
    askedMs: (campaign: number) =>
      (Atomics.load(words, countersAt(campaign) + ASKED_SEC) >>> 0) * 1000,
    /** Whether workers have sold anything since this was last asked. */
    takeUsed: () => Atomics.load(words, USED) !== 0 && Atomics.exchange(words, USED, 0) !== 0,
    /** As tokens name it. */
    portionOf: (number: number) => run * NUMBERS + number,
    sellUntil: (campaign: number, untilMs: number) =>
      Atomics.store(words, countersAt(campaign) + UNTIL_SEC, Math.floor(untilMs / 1000) | 0),
    /** The ledger has granted it before. */
    grow(campaign: number, number: number, amount: Amount): void {
      for (const resource of RESOURCES) {
        add(placeOf(campaign) + WORD[resource], amount[resource], number);
      }
    },
    /** Ends a portion: from here on nobody sells from it, so what was left was never sold. */
    next(campaign: number, number: number): Amount {
      Atomics.store(words, countersAt(campaign) + UNTIL_SEC, 0);
      return amountOf((resource) =>
        amountIn(Atomics.exchange(amounts, placeOf(campaign) + WORD[resource], pack(number, 0))),
      );
    },
    checked: (nowMs: number) => Atomics.store(words, CHECKED_SEC, Math.floor(nowMs / 1000) | 0),
    isChecked,
    /** Tells workers why the portion is empty, should it be. */
    setHoldCause: (campaign: number, cause: HoldCause) =>
      Atomics.store(words, countersAt(campaign) + CAUSE, HOLD_CAUSES.indexOf(cause)),
    copyCounters,
    /** Since the start, or since the counters were copied. */
    trials(campaign: number, before?: ReturnType<typeof copyCounters>): Trials {
      const first = countersAt(campaign);
      const since = (counter: number) =>
        (Atomics.load(words, first + counter) - (before?.[first + counter] ?? 0)) >>> 0;
      const held = HOLD_CAUSES.map((cause, at) => [cause, since(FIRST_HELD + at)] as const);
      return {
        tried: since(TRIED),
        misfit: since(MISFIT),
        held: Object.fromEntries(held) as Trials['held'],
      };
    },
  };
}
