import { createHash } from 'node:crypto';
import { type Admission, type Limiter, type LimitState, type Limits, tightest } from './limiter.ts';

/**
 * The limits of one process. Exact, and bounded however many addresses call: an address or publisher is
 * remembered only for a request that the global scope let through, and only until its second ends, so
 * neither table ever holds more than twice `globalPerSecond` entries.
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
    const used = byIp.get(ip);
    if (used === undefined) return;
    total--;
    // An entry of nothing is forgotten: else callers refused by their publisher would fill the table.
    if (used === 1) byIp.delete(ip);
    else byIp.set(ip, used - 1);
  }

  return {
    admit,
    admitPublisher({ ip, publisher, state: admittedState }) {
      enterWindow();
      const isOfThisWindow = admittedState.resetSec === windowSec + 1;
      const key = publisherKey(publisher);
      const used = byPublisher.get(key) ?? 0;
      if (used >= limits.publisherPerSecond) {
        // What was taken in an earlier second is gone with it.
        if (isOfThisWindow) giveBack(ip);
        return { isAdmitted: false, state: state('publisher', limits.publisherPerSecond, used) };
      }
      // Bodies that straddle two seconds come on top of those the global limit lets through; beyond as
      // many again they are let through uncounted rather than letting the table outgrow its bound.
      if (isOfThisWindow || used > 0 || byPublisher.size < limits.globalPerSecond) {
        byPublisher.set(key, used + 1);
      }
      const publisherState = state('publisher', limits.publisherPerSecond, used + 1);
      return {
        isAdmitted: true,
        state: tightest(tightest(ipState(ip), globalState()), publisherState),
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
