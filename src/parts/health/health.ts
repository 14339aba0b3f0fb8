import { hostname } from 'node:os';
import { createWebhookClient } from '../../host/http/client/webhook-client.ts';
import type { MachineState } from '../../host/machine/machine-state.ts';
import { type History, POINTS } from '../../host/observe/history.ts';
import type { Totals } from '../../host/observe/totals.ts';
import { TROUBLE_IDS, type Trouble } from '../../host/observe/troubles.ts';
import type { Offers } from '../../host/offers.ts';
import type { Ledger } from '../../ledger/start-ledger.ts';
import type { Log } from '../../lib/log.ts';
import { inRounds, repeat } from '../../lib/repeat.ts';
import type { Runtime } from '../../lib/runtime.ts';
import { createAlertRound } from './alerts.ts';
import { createFindTroubles, type Sources } from './find-troubles.ts';
import { createFillWatch } from './watches.ts';

type HealthParts = Pick<Runtime, 'nowMs' | 'log'> &
  Pick<Sources, 'budgets' | 'fleet' | 'feed' | 'records'> & {
    readonly state: Pick<MachineState, 'work' | 'reloadFault' | 'tlsFault' | 'port'>;
    readonly history: Pick<History, 'lately' | 'points'>;
    readonly totals: Pick<Totals, 'set' | 'add'>;
    readonly ledger: Pick<Ledger, 'report' | 'database' | 'health'>;
    readonly offers: Pick<Offers, 'monthsToClose' | 'waitingAccounts'>;
  };

/** How often the metric is set, and webhooks are told. */
const ROUND_MS = 5000;
/** How often the database is asked. */
const LOOK_MS = 60_000;
const HOST_LENGTH_MAX = 100;

/** Says what is wrong with this machine and what it sees of the exchange, in sentences that say what to do. */
export function startHealth(parts: HealthParts) {
  const { state, history, totals, ledger, offers, nowMs, log } = parts;
  const config = () => state.work.setup.config;
  const months = createLooked(async () => (await offers.monthsToClose?.()) ?? [], []);
  const fill = createLooked(createFillWatch(ledger.report, nowMs), undefined);
  const find = createFindTroubles({
    ...parts,
    looked: { months: months.known, fill: fill.known },
  });
  const logTroubles = createTroubleLog(log);

  /** Empty while all is well. */
  function troubles(): readonly Trouble[] {
    const lately = history.lately();
    return lately === undefined ? [] : find(lately, history.points(POINTS), nowMs());
  }

  /** Of the last round. With many partners, each list takes milliseconds. */
  let latest: readonly Trouble[] = [];

  function round(): void {
    latest = troubles();
    logTroubles(latest);
    const present = new Set(latest.flatMap(({ id, kind }) => (kind === 'over' ? [] : id)));
    for (const id of TROUBLE_IDS) totals.set('parley_trouble', [id], present.has(id) ? 1 : 0);
  }

  round();
  // Not at the start, which has better things to do.
  const timers = [
    setInterval(round, ROUND_MS),
    ...[fill, months].map(({ look }) => setInterval(inRounds(look), LOOK_MS)),
  ];
  const webhooks = () => config().alerts.webhooks;
  const alertRound = createAlertRound({
    troubles: () => latest,
    webhooks,
    database: () => (ledger.health().isDatabaseUp ? ledger.database() : undefined),
    post: createWebhookClient(webhooks, nowMs),
    machine: `${hostname().slice(0, HOST_LENGTH_MAX)}:${state.port}`,
    onResult: (result) => totals.add('parley_webhooks_total', [result], 1),
    nowMs,
    log,
  });
  const stopAlerts = repeat(async () => {
    await alertRound();
    return ROUND_MS;
  });
  return {
    troubles,
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await stopAlerts();
    },
  };
}

/** What the database is asked for now and then. */
function createLooked<Value>(read: () => Promise<Value>, first: Value) {
  let last = first;
  return {
    /** Where the database fails, it stays as it was. */
    async look(): Promise<void> {
      last = await read().catch(() => last);
    },
    known: () => last,
  };
}

/** Rounds without it after which a trouble is over: one that comes and goes faster is one. */
const ROUNDS_WITHOUT_MAX = 3;

/** Logs each trouble when it begins, again when something else is to be done, and when it is over. */
function createTroubleLog(log: Pick<Log, 'info' | 'warn' | 'error'>) {
  const open = new Map<string, { readonly trouble: Trouble; roundsWithout: number }>();

  /** To be called with all that is wrong, at regular times. */
  return (troubles: readonly Trouble[]): void => {
    for (const one of open.values()) one.roundsWithout++;
    for (const trouble of troubles) {
      const { id, partner, kind, what, effect, advice, docs } = trouble;
      if (kind === 'over') continue;
      const key = `${id} ${partner}`;
      const facts = { trouble: id, partner, effect, advice, docs };
      if (open.get(key)?.trouble.advice !== advice) {
        log[kind === 'bad' ? 'error' : 'warn'](facts, what);
      }
      open.set(key, { trouble, roundsWithout: 0 });
    }
    for (const [key, { trouble, roundsWithout }] of open) {
      if (roundsWithout < ROUNDS_WITHOUT_MAX) continue;
      open.delete(key);
      const { id, partner, what } = trouble;
      log.info({ trouble: id, partner }, `over: ${what}`);
    }
  };
}
