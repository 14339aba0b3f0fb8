import { createHistory, type History } from '../observe/history.ts';
import { expose } from '../observe/prometheus.ts';
import { createPulse, PULSE_MS } from '../observe/pulse.ts';
import { BREAKER_VALUES, SUPERVISOR } from '../observe/series.ts';
import { createTotals, type Totals } from '../observe/totals.ts';
import type { WorkerStatus } from '../worker/worker.ts';
import type { Ledger } from './ledger.ts';
import type { Pool } from './pool.ts';
import type { SharedWork } from './shared-work.ts';

/** The figures of the machine: what its workers counted, and what the supervisor knows itself. */
export type Observatory = {
  readonly totals: Totals;
  readonly history: History;
  /** The text that Prometheus reads. */
  readonly metrics: () => string;
  /** Called after each second, once there are new figures. */
  readonly onSecond: (listen: () => void) => () => void;
  /** From now on, what these know is among the figures. */
  readonly watch: (sources: { readonly pool: Pool; readonly ledger: Ledger }) => void;
  readonly use: (work: SharedWork) => void;
  readonly stop: () => void;
};

export type ObservatoryParts = {
  readonly isLiveSlot: (slot: number) => boolean;
  readonly nowMs: () => number;
};

const SECOND_MS = 1000;

export function startObservatory(
  first: SharedWork,
  { isLiveSlot, nowMs }: ObservatoryParts,
): Observatory {
  let work = first;
  const totals = createTotals({
    layout: work.plan.layout,
    slabs: work.memory.slabs(),
    isLive: isLiveSlot,
  });
  const history = createHistory(totals);
  const pulse = createPulse(() => performance.now());
  const listeners = new Set<() => void>();
  let sources: { readonly pool: Pool; readonly ledger: Ledger } | undefined;

  async function look(): Promise<void> {
    totals.set('parley_event_loop_delay_seconds', [SUPERVISOR], pulse.delayMs());
    totals.set('parley_resident_memory_bytes', [SUPERVISOR], process.memoryUsage.rss());
    for (const [place, { name }] of work.setup.config.partners.entries()) {
      totals.set('parley_partner_paused', [name], work.memory.pauses[place] ?? 0);
    }
    if (sources !== undefined) {
      const { pool, ledger } = sources;
      totals.set('parley_workers', [], pool.pids().length);
      const { bytes, oldestMs, isDatabaseUp } = ledger.health();
      totals.set('parley_journal_bytes', [], bytes);
      totals.set('parley_ledger_lag_seconds', [], oldestMs / SECOND_MS);
      totals.set('parley_database_up', [], isDatabaseUp ? 1 : 0);
      await lookAtBreakers(pool);
    }
    history.sample(nowMs());
    for (const listen of listeners) listen();
  }

  /** They are the machine's, so any worker can tell. */
  async function lookAtBreakers(pool: Pool): Promise<void> {
    const replies = await pool.ask({ kind: 'status' });
    const status = replies.find((reply): reply is WorkerStatus => isStatus(reply));
    for (const { name, breaker } of status?.partners ?? []) {
      if (breaker === null) continue;
      const value = BREAKER_VALUES[breaker as keyof typeof BREAKER_VALUES];
      totals.set('parley_partner_breaker_state', [name], value);
    }
  }

  let isLooking = false;
  const second = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    await look();
    isLooking = false;
  }, SECOND_MS);
  const beat = setInterval(pulse.beat, PULSE_MS);

  return {
    totals,
    history,
    metrics: () => expose(totals),
    onSecond(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    watch(given) {
      sources = given;
    },
    use(next) {
      work = next;
      totals.use(next.plan.layout, next.memory.slabs());
    },
    stop() {
      clearInterval(second);
      clearInterval(beat);
    },
  };
}

export function isStatus(reply: unknown): reply is WorkerStatus {
  return typeof reply === 'object' && reply !== null && 'redis' in reply;
}
