import type { Log } from '../lib/log.ts';

const RARE_MS = 60_000;
/** More than there are partners, or journals of a machine. */
const KEYS_MAX = 10_000;

/** Logs a key at most once a minute. `count` is how often there was something to say since the last time. */
export function createRareLog(log: Log, tickMs: () => number, level: 'warn' | 'error' = 'warn') {
  const logged = new Map<string, { readonly untilMs: number; count: number }>();
  return (key: string, facts: object, message: string): void => {
    const last = logged.get(key);
    if (last !== undefined && tickMs() < last.untilMs) {
      last.count++;
      return;
    }
    log[level]({ ...facts, count: (last?.count ?? 0) + 1 }, message);
    if (logged.size >= KEYS_MAX) logged.clear();
    logged.set(key, { untilMs: tickMs() + RARE_MS, count: 0 });
  };
}
