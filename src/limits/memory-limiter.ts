import { createHash } from 'node:crypto';
import { type Admission, type Limiter, type LimitState, type Limits, tightest } from './limiter.ts';

/**
 * The limits of one process. Exact, and bounded however many addresses call: an address or publisher is
 * remembered only for a request that the global scope let through, and only until its second ends, so
 * neither table ever holds more than `globalPerSecond` entries.
 */
export function createMemoryLimiter(limits: Limits, nowMs: () => number): Limiter {
  let windowSec = 0;
  let total = 0;
  const byIp = new Map<string, number>();
  const byPublisher = new Map<string, number>();

  function enterWindow(): void {
    const sec = Math.floor(nowMs() / 1000);
    if (sec === windowSec) return;
    windowSec = sec;
    total = 0;
    byIp.clear();
    byPublisher.clear();
  }

  function state(scope: LimitState['scope'], limit: number, used: number): LimitState {
    return { scope, limit, remaining: Math.max(0, limit - used), resetSec: windowSec + 1 };
  }

  const globalState = () => state('global', limits.globalPerSecond, total);
  const ipState = (ip: string) => state('ip', limits.ipPerSecond, byIp.get(ip) ?? 0);

  function admit(ip: string): Admission {
    enterWindow();
    if (total >= limits.globalPerSecond) return { isAdmitted: false, state: globalState() };
    const used = byIp.get(ip) ?? 0;
    if (used >= limits.ipPerSecond) return { isAdmitted: false, state: ipState(ip) };
    total++;
    byIp.set(ip, used + 1);
    return { isAdmitted: true, state: tightest(ipState(ip), globalState()) };
  }

  function giveBack(ip: string): void {
    total--;
    const used = byIp.get(ip) ?? 1;
    // An entry of nothing is forgotten: else callers refused by their publisher would fill the table.
    if (used === 1) byIp.delete(ip);
    else byIp.set(ip, used - 1);
  }

  return {
    admit,
    admitPublisher({ ip, publisher, state: admittedState }) {
      enterWindow();
      const key = publisherKey(publisher);
      const used = byPublisher.get(key) ?? 0;
      if (used >= limits.publisherPerSecond) {
        // In a new second there is nothing left to give back.
        if (admittedState.resetSec === windowSec + 1) giveBack(ip);
        return { isAdmitted: false, state: state('publisher', limits.publisherPerSecond, used) };
      }
      // A body that straddles two seconds may come after the next one's global limit is used up; the
      // publisher's count is then left out rather than letting the table outgrow its bound.
      if (byPublisher.size < limits.globalPerSecond || used > 0) byPublisher.set(key, used + 1);
      return {
        isAdmitted: true,
        state: tightest(admittedState, state('publisher', limits.publisherPerSecond, used + 1)),
      };
    },
    look(ip) {
      enterWindow();
      return tightest(ipState(ip), globalState());
    },
  };
}

const PUBLISHER_KEY_LENGTH_MAX = 64;

/** Ids may be as long as a body allows; what is remembered of them may not. */
function publisherKey(publisher: string): string {
  return publisher.length <= PUBLISHER_KEY_LENGTH_MAX
    ? publisher
    : createHash('sha256').update(publisher).digest('base64');
}
