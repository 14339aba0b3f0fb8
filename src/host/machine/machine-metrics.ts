import type { Ledger } from '../../ledger/start-ledger.ts';
import type { Log } from '../../lib/log.ts';
import type { Runtime } from '../../lib/runtime.ts';
import { createHistory } from '../observe/history.ts';
import { exposition } from '../observe/prometheus.ts';
import { watchProcess } from '../observe/pulse.ts';
import { BREAKER_VALUES, SUPERVISOR } from '../observe/series.ts';
import type { Totals } from '../observe/totals.ts';
import type { SharedWork } from './machine-state.ts';
import type { Pool } from './pool.ts';

type MachineMetricsParts = Pick<Runtime, 'nowMs' | 'log'> & {
  readonly totals: Totals;
  readonly pool: Pick<Pool, 'pids'>;
  readonly ledger: Pick<Ledger, 'health'>;
};

const SECOND_MS = 1000;

/** The metrics of the machine: the counters of all workers, and those of the supervisor. */
export function startMachineMetrics({ memory, partners }: SharedWork, parts: MachineMetricsParts) {
  const { totals } = parts;
  const history = createHistory(totals);
  const logBreakers = createBreakerLog(parts.log);

  function update(): void {
    setPauses();
    totals.set('parley_frequency_forgotten_total', [], memory.frequency.forgotten());
    setGauges(parts);
    history.sample(parts.nowMs());
    logBreakers(totals.layout, history.lately()?.now);
  }

  /** A partner that was removed has no such value. */
  function setPauses(): void {
    const rows = new Map(partners.served().map(({ entry, row }) => [entry.name, row]));
    for (const { name } of totals.layout.partners) {
      const row = rows.get(name);
      const value = row === undefined ? Number.NaN : Number(memory.pauses[row] !== 0);
      totals.set('parley_partner_paused', [name], value);
    }
  }

  // The first second is compared with this.
  update();
  const timer = setInterval(update, SECOND_MS);
  const stopWatching = watchProcess(
    ({ delayMs, memoryBytes }) => {
      totals.set('parley_event_loop_delay_seconds', [SUPERVISOR], delayMs);
      totals.set('parley_resident_memory_bytes', [SUPERVISOR], memoryBytes);
    },
    () => performance.now(),
  );

  return {
    history,
    /** In the text format of Prometheus. */
    metrics: () => exposition(totals.read(), totals.layout),
    stop(): void {
      clearInterval(timer);
      stopWatching();
    },
  };
}

function setGauges({ totals, pool, ledger }: MachineMetricsParts): void {
  const { bytes, oldestMs, isDatabaseUp, outboxRows } = ledger.health();
  totals.set('parley_workers', [], pool.pids().length);
  totals.set('parley_outbox_rows', [], outboxRows);
  totals.set('parley_journal_bytes', [], bytes);
  totals.set('parley_ledger_lag_seconds', [], oldestMs / SECOND_MS);
  totals.set('parley_database_up', [], isDatabaseUp ? 1 : 0);
}

/** Logs when the breaker of a partner opens, and when it closes again. */
function createBreakerLog(log: Log) {
  const states = new Map<string, number>();
  return ({ partners, cellOf }: Totals['layout'], cells?: ReturnType<Totals['read']>) => {
    for (const { name: partner } of partners) {
      const state = cells?.[cellOf('parley_partner_breaker_state', partner)] ?? 0;
      const last = states.get(partner) ?? BREAKER_VALUES.closed;
      if (Number.isNaN(state) || state === last) continue;
      states.set(partner, state);
      if (state === BREAKER_VALUES.open && last === BREAKER_VALUES.closed) {
        log.warn({ partner }, 'a partner fails: its breaker is open and it is not asked');
      } else if (state === BREAKER_VALUES.closed) {
        log.info({ partner }, 'a partner answers again');
      }
    }
  };
}
