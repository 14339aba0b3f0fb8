import { createHmac64 } from '../../../lib/hmac.ts';
import { nameOf, nameUnder, type Secret64 } from '../name-hash.ts';
import type { CountMemory } from './count-memory.ts';

const DAY_SEC = 86_400;
/** Windows whose keys are kept at hand. Campaigns have a hundred different ones at most. */
const WINDOWS_MAX = 200;

/**
 * Counts sales to conversations and people. Memory has none of their names, only numbers made of them with a key. The
 * key of a time changes once in that time, and at least once a day for the shorter ones; the one before is still asked
 * for, so no count is lost when it changes. Keys follow from a secret, so machines that share it have the same numbers.
 */
export function createSubjectCounts(memory: CountMemory, secret: string) {
  const hmac = createHmac64(Buffer.from(secret));
  const digestOf = (text: string): Secret64 => hmac(`parley frequency ${text}`);
  const keysAt = createWindowKeys(digestOf);
  /** Secret: otherwise a campaign could be given an id that is counted as another's. */
  const { low: seed } = digestOf('things');

  return {
    /** The number of what is counted: of a campaign or an advertiser. */
    thingOf: (text: string) => nameOf(text, seed),
    /** `subject` names a conversation or a person, at one moment. */
    of(subject: string, nowSec: number) {
      // Once for all keys: a digest takes longer than all the rest.
      const digest = digestOf(`of ${subject}`);

      const current = (windowSec: number, thing: number) => ({
        name: nameUnder(digest, keysAt(windowSec, nowSec).current, thing, windowSec),
        windowSec,
      });

      function earlierCount(windowSec: number, thing: number): number {
        const { earlier, earlierUntilSec } = keysAt(windowSec, nowSec);
        if (nowSec > earlierUntilSec) return 0;
        const name = nameUnder(digest, earlier, thing, windowSec);
        return memory.countOf({ name, windowSec }, nowSec);
      }

      return {
        used: (windowSec: number, thing: number): number =>
          memory.countOf(current(windowSec, thing), nowSec) + earlierCount(windowSec, thing),
        /** Counts a sale, unless that would be more than `atMost`. */
        take(windowSec: number, thing: number, atMost: number): boolean {
          const max = atMost - earlierCount(windowSec, thing);
          return memory.count(current(windowSec, thing), { atSec: nowSec, nowSec }, max);
        },
        giveBack(windowSec: number, thing: number): void {
          memory.takeBack(current(windowSec, thing), nowSec);
        },
        /** Lets other machines know of a sale that was counted. */
        tell(windowSec: number, thing: number): void {
          memory.tell(current(windowSec, thing));
        },
      };
    },
  };
}

type WindowKeys = {
  readonly period: number;
  readonly current: Secret64;
  readonly earlier: Secret64;
  /** When all that was counted under the earlier key is older than the window. */
  readonly earlierUntilSec: number;
};

function createWindowKeys(digestOf: (text: string) => Secret64) {
  const known = new Map<number, WindowKeys>();
  return (windowSec: number, nowSec: number): WindowKeys => {
    const periodSec = Math.max(windowSec, DAY_SEC);
    const period = Math.floor(nowSec / periodSec);
    let keys = known.get(windowSec);
    if (keys?.period !== period) {
      keys = {
        period,
        current: digestOf(`key ${periodSec} ${period}`),
        earlier: digestOf(`key ${periodSec} ${period - 1}`),
        earlierUntilSec: period * periodSec + windowSec,
      };
      if (known.size >= WINDOWS_MAX) known.clear();
      known.set(windowSec, keys);
    }
    return keys;
  };
}
