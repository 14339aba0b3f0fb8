import type { ReadyPartner } from '../auction/solicit.ts';
import { watchProcess } from '../observe/pulse.ts';
import type { Recorder } from '../observe/recorder.ts';

export type HealthParts = {
  readonly tickMs: () => number;
  /** Undefined before there is work. */
  readonly metrics: () => Recorder | undefined;
  readonly partners: () => readonly ReadyPartner[];
  /** Since the start. */
  readonly lostEntries: () => number;
  /** Undefined where no Redis is named. */
  readonly isRedisUp: () => boolean | undefined;
};

/** Notes once a second how this process fares: its event loop, its memory, its connections. */
export function watchHealth(parts: HealthParts): () => void {
  const { tickMs, metrics, partners, lostEntries, isRedisUp } = parts;
  let lostBefore = 0;
  return watchProcess((health) => {
    const recorder = metrics();
    if (recorder === undefined) return;
    recorder.process(health);
    for (const ready of partners()) {
      if (!('gate' in ready)) continue;
      const { name } = ready.partner;
      recorder.connections(name, ready.connections());
      recorder.breaker(name, ready.gate.breakerState());
    }
    const lost = lostEntries();
    recorder.journalLost(lost - lostBefore);
    lostBefore = lost;
    const isUp = isRedisUp();
    if (isUp !== undefined) recorder.redis(isUp);
  }, tickMs);
}
