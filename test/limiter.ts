import type { Limiter, Limits } from '../src/core/exchange/limiter.ts';
import { createMachineLimiter } from '../src/host/limits/machine-limiter.ts';
import { ownCounters } from './own-counters.ts';

export const AMPLE: Limits = { globalPerSecond: 1000, publisherPerSecond: 1000, ipPerSecond: 1000 };

export const START_MS = 1_700_000_000_000;

/** A limiter on a clock that stands still unless told to move. */
export function createClocked(limits: Partial<Limits>, startMs = START_MS) {
  const clock = { ms: startMs };
  const all = { ...AMPLE, ...limits };
  return { clock, limiter: createMachineLimiter(all, ownCounters(all), () => clock.ms) };
}

/** A whole request: what the exchange does before it validates. */
export function ask(limiter: Limiter, ip: string, publisher?: string) {
  const admission = limiter.admit(ip);
  if (!admission.isAdmitted || publisher === undefined) return admission;
  return limiter.settle({ ip, publisher, state: admission.state });
}

export function admittedOf(
  times: number,
  request: (index: number) => { readonly isAdmitted: boolean },
) {
  return Array.from({ length: times }, (_, index) => request(index)).filter(
    ({ isAdmitted }) => isAdmitted,
  ).length;
}
