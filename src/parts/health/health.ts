import { hostname } from 'node:os';
import type { Trouble } from '../../host/admin/answers.ts';
import { oldRatesDays } from '../../host/currency/reference-rates.ts';
import { createWebhookClient } from '../../host/http/client/webhook-client.ts';
import type { MachineState } from '../../host/machine/machine-state.ts';
import type { StoreFeed } from '../../host/machine/store-feed.ts';
import { type History, POINTS } from '../../host/observe/history.ts';
import type { Totals } from '../../host/observe/totals.ts';
import { TROUBLE_IDS } from '../../host/observe/troubles.ts';
import type { Budgets } from '../../ledger/budgets/start-budgets.ts';
import type { Ledger } from '../../ledger/start-ledger.ts';
import { cut } from '../../lib/cut.ts';
import { inRounds } from '../../lib/rounds.ts';
import type { Runtime } from '../../lib/runtime.ts';
import { startAlerts } from './alert-rounds.ts';
import { createApprovals, NONE_WAITING } from './approvals.ts';
import { createBudgetWatch } from './budget-watch.ts';
import { createCertificateWatch } from './certificate-watch.ts';
import { withoutDeniedClaims } from './denied-claims.ts';
import { createFillWatch } from './fill-watch.ts';
import { geoTrouble } from './geo-age.ts';
import { createPartnerChanges } from './partner-changes.ts';
import { refusedRequests } from './refused-requests.ts';
import { createTrafficWatch } from './traffic-watch.ts';
import { createTroubleLog } from './trouble-log.ts';
import { troubleOf } from './trouble-of.ts';
import { type KnownCause, troublesOf } from './troubles.ts';
import { waitingAccounts } from './waiting-accounts.ts';

export type Health = ReturnType<typeof startHealth>;

type RedisStatus = { readonly reason: string | null; readonly advice: string | null };

type HealthParts = Pick<Runtime, 'nowMs' | 'log'> & {
  readonly state: Pick<MachineState, 'work' | 'reloadFault' | 'tlsFault' | 'port'>;
  readonly history: Pick<History, 'lately' | 'points'>;
  readonly totals: Pick<Totals, 'set' | 'add'>;
  readonly ledger: Pick<Ledger, 'report' | 'database' | 'health'>;
  readonly budgets: Pick<Budgets, 'halt'>;
  readonly leases: { readonly status: () => readonly RedisStatus[] };
  readonly feed: Pick<StoreFeed, 'campaigns' | 'status'>;
  /** The months that are over and not closed yet, like "2026-10". */
  readonly monthsToClose: () => Promise<readonly string[]>;
};

/** How often changes of partners are looked for, and the metric is set. */
const ROUND_MS = 5000;
/** How often the database is asked. */
const LOOK_MS = 60_000;
const HOST_LENGTH_MAX = 100;

/** Says what is wrong with this machine and what it sees of the exchange, in sentences that say what to do. */
export function startHealth(parts: HealthParts) {
  const { state, history, totals, ledger, monthsToClose, nowMs, log } = parts;
  const traffic = createTrafficWatch();
  const partners = createPartnerChanges();
  const fill = createFillWatch(ledger.report, nowMs);
  const config = () => state.work.setup.config;
  const accounts = createLooked(() => waitingAccounts(config(), ledger), NONE_WAITING);
  const approvals = createApprovals({ ...parts.feed, accounts: accounts.known });
  const months = createLooked(monthsToClose, []);
  const budgets = createBudgetWatch(parts.budgets);
  const certificates = createCertificateWatch();
  const logTroubles = createTroubleLog(log);
  const causes = {
    pausedBy: (partner: string) => state.work.partners.pausedBy(partner),
    database: () => ledger.health().reason,
    redis: () => causeOf(parts.leases.status().find(({ reason }) => reason !== null)),
  };

  /** Empty while all is well. */
  function troubles(): readonly Trouble[] {
    const lately = history.lately();
    if (lately === undefined) return [];
    const points = history.points(POINTS);
    const others = [
      refusedRequests(lately, points),
      traffic(points, nowMs()),
      fill.trouble(),
      budgets(nowMs()),
      storeTrouble(parts.feed.status(), ledger.health()),
      geoTrouble(state.work.setup, nowMs()),
      reloadTrouble(state.reloadFault),
      approvals(),
      monthsTrouble(months.known()),
      ratesTrouble(config().auction.referenceDate, nowMs()),
    ];
    return withoutDeniedClaims([
      ...troublesOf(lately, causes),
      ...certificates(state, nowMs()),
      ...partners.troubles(lately),
      ...others.filter((trouble) => trouble !== undefined),
    ]);
  }

  /** Of the last round. With many partners, each list takes milliseconds. */
  let latest: readonly Trouble[] = [];

  function round(): void {
    const lately = history.lately();
    if (lately !== undefined) partners.look(state.work.partners.known(), lately, nowMs());
    latest = troubles();
    logTroubles(latest);
    const present = new Set(latest.flatMap(({ id, kind }) => (kind === 'over' ? [] : id)));
    for (const id of TROUBLE_IDS) totals.set('parley_trouble', [id], present.has(id) ? 1 : 0);
  }

  round();
  // Not at the start, which has better things to do.
  const timers = [
    setInterval(round, ROUND_MS),
    setInterval(inRounds(fill.look), LOOK_MS),
    setInterval(inRounds(months.look), LOOK_MS),
    setInterval(inRounds(accounts.look), LOOK_MS),
  ];
  const webhooks = () => config().alerts.webhooks;
  const stopAlerts = startAlerts({
    troubles: () => latest,
    webhooks,
    database: () => (ledger.health().isDatabaseUp ? ledger.database() : undefined),
    post: createWebhookClient(webhooks, nowMs),
    machine: `${hostname().slice(0, HOST_LENGTH_MAX)}:${state.port}`,
    onResult: (result) => totals.add('parley_webhooks_total', [result], 1),
    nowMs,
    log,
  });
  return {
    troubles,
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await stopAlerts();
    },
  };
}

/** A reason may quote a value of the config. A webhook takes no body without a bound. */
const REASON_LENGTH_MAX = 1000;

function reloadTrouble(reason: string | undefined): Trouble | undefined {
  if (reason === undefined) return undefined;
  const said =
    reason.length > REASON_LENGTH_MAX
      ? `${cut(reason, REASON_LENGTH_MAX)}…`
      : reason.replace(/\.$/, '');
  return troubleOf('reload-rejected', {
    kind: 'bad',
    what: `the config was not reloaded: ${said}`,
  });
}

/** undefined where it works. */
function causeOf(fault: RedisStatus | undefined): KnownCause | undefined {
  const { reason, advice } = fault ?? {};
  return reason ? { what: reason, advice: advice ?? undefined } : undefined;
}

/** While the database cannot be used, that is what is wrong. */
function storeTrouble(
  { reason }: ReturnType<StoreFeed['status']>,
  { isDatabaseUp }: ReturnType<Ledger['health']>,
): Trouble | undefined {
  if (reason === undefined || !isDatabaseUp) return undefined;
  const what = `changes of campaigns, publishers and partners do not reach the workers of this machine: ${reason}`;
  return troubleOf('store-behind', { kind: 'bad', what });
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

/** More are counted. */
const MONTHS_NAMED_MAX = 3;

function monthsTrouble(months: readonly string[]): Trouble | undefined {
  if (months.length === 0) return undefined;
  const more = months.length - MONTHS_NAMED_MAX;
  const named = months.slice(0, MONTHS_NAMED_MAX).join(', ');
  const what = `${named}${more > 0 ? ` and ${more} more` : ''} can be closed`;
  return troubleOf('months-to-close', { kind: 'warn', what, page: 'statements' });
}

function ratesTrouble(date: string | undefined, atMs: number): Trouble | undefined {
  const days = oldRatesDays(date, atMs);
  if (days === undefined) return undefined;
  const what = `the reference rates of currencies are of ${date}, ${days} days ago`;
  return troubleOf('rates-old', { kind: 'warn', what });
}
