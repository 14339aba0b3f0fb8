import { createHmac, type Hmac } from '../../lib/hmac.ts';
import { nameOf, nameUnder, type Secret64 } from '../name-hash.ts';
import type { CountMemory } from './count-memory.ts';

const DAY_SEC = 86_400;
const KEYS_MAX = 200;
const NO_SEED = 0;

/**
 * Counts sales to conversations and people. Memory has none of their names, only numbers made of them with a key. The
 * key of a time changes once in that time, and at least once a day for the shorter ones; the one before is still asked
 * for, so no count is lost when it changes. Keys follow from a secret, so machines that share it have the same numbers.
 */
export function createSubjectCounts(memory: CountMemory, secret: string) {
  const keyOf = createPeriodKeys(secret);

  /** What the subject is called under the key of a period. */
  function pseudonym(subject: string, periodSec: number, period: number): Secret64 {
    const digest = Buffer.from(keyOf(periodSec, period)(subject), 'base64url');
    return { low: digest.readUInt32LE(0), high: digest.readUInt32LE(4) };
  }

  return {
    /** The number of what is counted: of a campaign or an advertiser. */
    thingOf: (text: string) => nameOf(text, NO_SEED),
    /** `subject` names a conversation or a person, at one moment. */
    of(subject: string, nowSec: number) {
      const known = new Map<number, Pseudonyms>();

      function pseudonymsIn(windowSec: number): Pseudonyms {
        const found = known.get(windowSec);
        if (found !== undefined) return found;
        const periodSec = Math.max(windowSec, DAY_SEC);
        const period = Math.floor(nowSec / periodSec);
        const isRecent = nowSec - period * periodSec <= windowSec;
        const made = {
          current: pseudonym(subject, periodSec, period),
          // What was counted under it is older than the window once that much of this period has passed.
          earlier: isRecent ? pseudonym(subject, periodSec, period - 1) : undefined,
        };
        known.set(windowSec, made);
        return made;
      }

      const nameIn = (windowSec: number, thing: number) => ({
        name: nameUnder(pseudonymsIn(windowSec).current, thing, windowSec),
        windowSec,
      });

      function earlierCount(windowSec: number, thing: number): number {
        const { earlier } = pseudonymsIn(windowSec);
        if (earlier === undefined) return 0;
        return memory.countOf({ name: nameUnder(earlier, thing, windowSec), windowSec }, nowSec);
      }

      return {
        used: (windowSec: number, thing: number): number =>
          memory.countOf(nameIn(windowSec, thing), nowSec) + earlierCount(windowSec, thing),
        /** Counts a sale, unless that would be more than `atMost`. */
        take(windowSec: number, thing: number, atMost: number): boolean {
          const max = atMost - earlierCount(windowSec, thing);
          return memory.count(nameIn(windowSec, thing), { atSec: nowSec, nowSec }, max);
        },
        giveBack(windowSec: number, thing: number): void {
          memory.takeBack(nameIn(windowSec, thing), nowSec);
        },
        /** Lets other machines know of a sale that was counted. */
        tell(windowSec: number, thing: number): void {
          memory.tell(nameIn(windowSec, thing));
        },
      };
    },
  };
}

type Pseudonyms = { readonly current: Secret64; readonly earlier: Secret64 | undefined };

function createPeriodKeys(secret: string) {
  const ofSecret = createHmac(Buffer.from(secret));
  const keys = new Map<string, Hmac>();
  return (periodSec: number, period: number): Hmac => {
    const label = `parley frequency ${periodSec} ${period}`;
    const known = keys.get(label);
    if (known !== undefined) return known;
    const key = createHmac(Buffer.from(ofSecret(label), 'base64url'));
    if (keys.size >= KEYS_MAX) keys.clear();
    keys.set(label, key);
    return key;
  };
}
