import { CLOCK_MS_MAX } from '../../ledger/heartbeat.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { Totals } from '../observe/totals.ts';

/** Several parts notice the same event. */
const SAME_EVENT_MS = 5000;

/** What this machine notices of its database beside failures: that it went back, and that their clocks differ. */
export function watchDatabase(
  /** Lets this machine sell, or keeps it from it. */
  setSales: (next: 'on' | 'off') => void,
  totals: Pick<Totals, 'add' | 'set'>,
  { nowMs, log }: Pick<Runtime, 'nowMs' | 'log'>,
) {
  let last: { readonly atMs: number; readonly what: string } | undefined;
  let clockAheadMs: number | undefined;
  let isSelling = true;

  return {
    /** Called with a sentence that says what went back and how far. */
    wentBack(what: string): void {
      const atMs = nowMs();
      log.error({}, `${what}: everything is read anew`);
      const isNews = last === undefined || atMs - last.atMs > SAME_EVENT_MS;
      if (isNews) totals.add('parley_database_went_back_total', [], 1);
      last = { atMs, what };
    },
    /** Called with how far this machine's clock is ahead of the database's at least; negative: behind. */
    clock(aheadMs: number): void {
      clockAheadMs = aheadMs;
      totals.set('parley_clock_offset_seconds', [], aheadMs / 1000);
      const isRight = Math.abs(aheadMs) <= CLOCK_MS_MAX;
      if (isRight === isSelling) return;
      isSelling = isRight;
      setSales(isRight ? 'on' : 'off');
      if (isRight) log.info({}, 'the clock of this machine is right: it sells again');
      else log.error({}, `${clockWords(aheadMs)}: it sells nothing until the clock is right`);
    },
    status: () => ({
      /** The last time that it was noticed. */
      wentBack:
        last === undefined ? null : { at: new Date(last.atMs).toISOString(), what: last.what },
      /** null: it has no clock of its own, or has not answered yet. */
      clockAheadMs: clockAheadMs ?? null,
      isSelling,
    }),
  };
}

export function clockWords(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  return `the clock of this machine is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`;
}

/** `byMs`: as `HeartbeatParts.onWentBack` says it. */
export function backWords(byMs: number | undefined): string {
  if (byMs === undefined) return 'the database went back to before the start of this machine';
  return `the database went back by ${Math.max(1, Math.round(byMs / 1000))} seconds`;
}
