import type { ReadyPartner } from '../auction/solicit.ts';
import { createPulse, PULSE_MS } from '../observe/pulse.ts';
import type { Recorder } from '../observe/recorder.ts';

export type HealthParts = {
  readonly tickMs: () => number;
  /** Undefined before there is work. */
  readonly metrics: () => Recorder | undefined;
  readonly partners: () => readonly ReadyPartner[];
  /** Undefined where no Redis is named. */
  readonly isRedisUp: () => boolean | undefined;
};

const REPORT_MS = 1000;

/** Notes how this process fares: its event loop, its memory, its connections. */
export function watchHealth({ tickMs, metrics, partners, isRedisUp }: HealthParts): () => void {
  const pulse = createPulse(tickMs);
  const beat = setInterval(pulse.beat, PULSE_MS);
  const report = setInterval(() => {
    const recorder = metrics();
    if (recorder === undefined) return;
    recorder.process({ delayMs: pulse.delayMs(), memoryBytes: process.memoryUsage.rss() });
    for (const ready of partners()) {
      if (!('gate' in ready)) continue;
      recorder.connections(ready.partner.name, ready.connections());
    }
    const isUp = isRedisUp();
    if (isUp !== undefined) recorder.redis(isUp);
  }, REPORT_MS);
  return () => {
    clearInterval(beat);
    clearInterval(report);
  };
}
