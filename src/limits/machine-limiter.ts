import {
  type Admission,
  type Admitted,
  type LimitState,
  type Limits,
  type MachineLimiter,
  tightest,
} from './limiter.ts';
import { nameOf } from './name-hash.ts';
import {
  counterOf,
  findCounter,
  slotsFor,
  type WindowTable,
  WORDS_PER_SLOT,
} from './window-table.ts';
import { giveBackAt, takeAt, usedAt, type Words } from './window-words.ts';

/** The seed of the hash, the global counter, then a table for addresses and one for publishers. */
const SEED_WORD = 0;
const GLOBAL_WORD = 1;
const TABLES_WORD = 2;
const BYTES_PER_WORD = 8;

export function limiterBytes({ globalPerSecond }: Limits): number {
  return (TABLES_WORD + 2 * slotsFor(globalPerSecond) * WORDS_PER_SLOT) * BYTES_PER_WORD;
}

export type LimiterMemory = { readonly buffer: ArrayBufferLike; readonly byteOffset: number };

/**
 * The limits of one machine, exact across its processes: all counts lie in memory that they share. The
 * memory is given and of a fixed size, however many addresses and publishers call.
 */
export function createMachineLimiter(
  limits: Limits,
  { buffer, byteOffset }: LimiterMemory,
  nowMs: () => number,
): MachineLimiter {
  let { globalPerSecond, ipPerSecond, publisherPerSecond } = limits;
  const words: Words = new BigUint64Array(
    buffer,
    byteOffset,
    limiterBytes(limits) / BYTES_PER_WORD,
  );
  const slots = slotsFor(globalPerSecond);
  const ips: WindowTable = { words, firstWord: TABLES_WORD, slots };
  const publishers: WindowTable = {
    words,
    firstWord: TABLES_WORD + slots * WORDS_PER_SLOT,
    slots,
  };
  // Whoever comes first sets it; zero is the memory as it was made.
  Atomics.compareExchange(words, SEED_WORD, 0n, BigInt(1 + Math.floor(Math.random() * 2 ** 31)));
  const seed = Number(Atomics.load(words, SEED_WORD));

  const second = () => Math.floor(nowMs() / 1000);
  const state = (scope: LimitState['scope'], limit: number, used: number, now: number) => ({
    scope,
    limit,
    remaining: Math.max(0, limit - used),
    resetSec: now + 1,
  });
  const globalState = (now: number) =>
    state('global', globalPerSecond, usedAt(words, GLOBAL_WORD, now), now);

  function admit(ip: string): Admission {
    const now = second();
    const total = takeAt(words, GLOBAL_WORD, now, globalPerSecond);
    if (total === undefined) {
      return { isAdmitted: false, state: state('global', globalPerSecond, globalPerSecond, now) };
    }
    const counter = counterOf(ips, nameOf(ip, seed), now);
    // A table without room for the name lets it pass on the global limit alone.
    const used = counter === undefined ? 0 : takeAt(words, counter, now, ipPerSecond);
    if (used === undefined) {
      giveBackAt(words, GLOBAL_WORD, now);
      return { isAdmitted: false, state: state('ip', ipPerSecond, ipPerSecond, now) };
    }
    return {
      isAdmitted: true,
      state: tightest(
        state('ip', ipPerSecond, used, now),
        state('global', globalPerSecond, total, now),
      ),
    };
  }

  function giveBack({ ip, state: admitted }: Admitted): void {
    const taken = admitted.resetSec - 1;
    const counter = findCounter(ips, nameOf(ip, seed), taken);
    giveBackAt(words, GLOBAL_WORD, taken);
    if (counter !== undefined) giveBackAt(words, counter, taken);
  }

  return {
    admit,
    giveBack,
    settle(request) {
      const { publisher, state: admitted } = request;
      if (publisher === undefined) return { isAdmitted: true, state: admitted };
      const now = second();
      const counter = counterOf(publishers, nameOf(publisher, seed), now);
      const used = counter === undefined ? 0 : takeAt(words, counter, now, publisherPerSecond);
      if (used === undefined) {
        giveBack(request);
        return {
          isAdmitted: false,
          state: state('publisher', publisherPerSecond, publisherPerSecond, now),
        };
      }
      const publisherState = state('publisher', publisherPerSecond, used, now);
      const own = admitted.resetSec === now + 1 ? admitted : globalState(now);
      return { isAdmitted: true, state: tightest(own, publisherState) };
    },
    look(ip) {
      const now = second();
      const counter = findCounter(ips, nameOf(ip, seed), now);
      const used = counter === undefined ? 0 : usedAt(words, counter, now);
      return tightest(state('ip', ipPerSecond, used, now), globalState(now));
    },
    useLimits(next) {
      ({ globalPerSecond, ipPerSecond, publisherPerSecond } = next);
    },
  };
}

/** For a process on its own. */
export function ownMemory(limits: Limits): LimiterMemory {
  return { buffer: new ArrayBuffer(limiterBytes(limits)), byteOffset: 0 };
}
