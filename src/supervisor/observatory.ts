import type { Ledger } from '../ledger/start-ledger.ts';
import type { Log } from '../lib/log.ts';
import { createHistory, type History } from '../observe/history.ts';
import { exposition } from '../observe/prometheus.ts';
import { watchProcess } from '../observe/pulse.ts';
import { BREAKER_VALUES, SUPERVISOR } from '../observe/series.ts';
import { createTotals, type Totals } from '../observe/totals.ts';
import type { Pool } from './pool.ts';
import type { SharedWork } from './shared-work.ts';

/** The figures of the machine: what its workers counted, and what the supervisor knows itself. */
export type Observatory = {
  readonly totals: Totals;
  readonly history: History;
  /** The text that Prometheus reads. */
  readonly metrics: () => string;
  /** Called after each second, once there are new figures; returns how to stop that. */
  readonly onSecond: (listen: () => void) => () => void;
  /** From now on, what these know is among the figures. */
  readonly watch: (sources: Sources) => void;
  readonly use: (work: SharedWork) => void;
  readonly stop: () => void;
};

export type ObservatoryParts = {
  readonly isLiveSlot: (slot: number) => boolean;
  readonly nowMs: () => number;
  readonly log: Log;
};

type Sources = { readonly pool: Pool; readonly ledger: Ledger };

const SECOND_MS = 1000;

export function startObservatory(first: SharedWork, parts: ObservatoryParts): Observatory {
  const { nowMs, log } = parts;
  let work = first;
  const totals = createTotals({
    layout: work.plan.layout,
    slabs: work.memory.slabs(),
    isLive: parts.isLiveSlot,
  });
  const history = createHistory(totals);
  const listeners = new Set<() => void>();
  const breakers = new Map<string, number>();
  let sources: Sources | undefined;

  function look(): void {
    const { config } = work.setup;
    for (const [place, { name }] of config.partners.entries()) {
      totals.set('parley_partner_paused', [name], work.memory.pauses[place] === 0 ? 0 : 1);
    }
    if (sources !== undefined) {
      const { bytes, oldestMs, isDatabaseUp, outboxRows } = sources.ledger.health();
      totals.set('parley_workers', [], sources.pool.pids().length);
      totals.set('parley_outbox_rows', [], outboxRows);
      totals.set('parley_journal_bytes', [], bytes);
      totals.set('parley_ledger_lag_seconds', [], oldestMs / SECOND_MS);
      totals.set('parley_database_up', [], isDatabaseUp ? 1 : 0);
    }
    history.sample(nowMs());
    tellOfBreakers();
    for (const listen of listeners) listen();
  }

  /** The log tells when a partner begins to be left alone, and when it is asked again. */
  function tellOfBreakers(): void {
    const cells = totals.read();
    for (const { name } of work.setup.config.partners) {
      const state = cells[totals.layout().cellOf('parley_partner_breaker_state', name)] ?? 0;
      const last = breakers.get(name) ?? BREAKER_VALUES.closed;
      if (Number.isNaN(state) || state === last) continue;
      breakers.set(name, state);
      if (state === BREAKER_VALUES.open && last === BREAKER_VALUES.closed) {
        log.warn({ partner: name }, 'a partner fails and is left alone for a while');
      } else if (state === BREAKER_VALUES.closed) {
        log.info({ partner: name }, 'a partner answers again');
      }
    }
  }

  // What happens in the first second is compared with this.
  look();
  const second = setInterval(look, SECOND_MS);
  const stopWatching = watchProcess(
    ({ delayMs, memoryBytes }) => {
      totals.set('parley_event_loop_delay_seconds', [SUPERVISOR], delayMs);
      totals.set('parley_resident_memory_bytes', [SUPERVISOR], memoryBytes);
    },
    () => performance.now(),
  );

  return {
    totals,
    history,
    metrics: () => exposition(totals.read(), totals.layout()),
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
      stopWatching();
    },
  };
}
