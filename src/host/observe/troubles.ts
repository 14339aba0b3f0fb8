import { PARLEY } from '../../lib/own-command.ts';

type TroubleRow = {
  /**
   * `fleet`: its cause is outside a machine, so all machines together tell a webhook of it once. `machine`: each tells
   * of its own.
   */
  readonly scope: 'machine' | 'fleet';
  /** Where whoever notices it does not say otherwise. */
  readonly kind: 'warn' | 'bad';
  /** The page of the console with the details. */
  readonly page?: TroublePage;
  /** When it begins. */
  readonly when: string;
  /** What still works meanwhile, and what does not. */
  readonly effect: string;
  /** The same of notices and money, which nobody says while another trouble denies it. */
  readonly keeps?: string;
  /** What to do where nothing is known of the cause. */
  readonly advice: string;
};

type TroublePage = 'partners' | 'live' | 'auctions' | 'approvals' | 'buyers' | 'statements';

const NOTICES = 'Notices are kept.';
const MONEY = 'Notices are kept and money is exact.';

/**
 * Every trouble that the log, the console, `/status`, webhooks, alerts and the documentation speak of, by an id that
 * never changes its meaning. What is wrong at the time is said by whoever notices it.
 */
export const TROUBLES = {
  'database-down': {
    scope: 'machine',
    kind: 'bad',
    when: 'the database does not answer, or cannot be written: journals cannot be drained, or budgets were not checked for some seconds',
    effect:
      'Ads are sold. Campaigns with a budget stop after 45 seconds; reports and changes in the console wait.',
    keeps: 'Notices are kept in the journals, so no money is lost.',
    advice:
      'Look whether the database answers: pg_isready with the host and the port of databaseUrl, or df -h on dataDir with SQLite.',
  },
  'journal-blocked': {
    scope: 'machine',
    kind: 'bad',
    when: 'a journal takes no notices: the disk under `dataDir` is full, broken or too slow, or the journals are full',
    effect:
      'Ads are sold. Notices get a 503, and those that nobody sends again are neither billed nor counted.',
    advice:
      'Look at journalFaults of GET /status, and at the disk under dataDir with df -h and iostat -x 1. Full journals are emptied by a database that is back. Never delete journals: what is in them is not billed yet.',
  },
  'ledger-behind': {
    scope: 'machine',
    kind: 'warn',
    when: 'the oldest fact that is not in the database is more than 30 seconds old',
    effect:
      'Ads are sold. Reports are late. After 7 minutes, what was sold and never billed does not become free on any machine.',
    keeps: 'Notices are kept in the journals, so no money is lost.',
    advice:
      "Look at the load and the disk of the database: select pid, wait_event, query from pg_stat_activity where state != 'idle' shows what a Postgres waits for, iostat -x 1 how busy the disk under dataDir is with SQLite.",
  },
  'budgets-halted': {
    scope: 'machine',
    kind: 'bad',
    when: 'for ten seconds and more, no campaign with a budget may be sold, as budgets were not checked for 45 seconds; or money that was never billed does not become free, as a machine is 7 minutes behind',
    effect:
      'Campaigns with a budget are not sold on this machine, or pause before their budgets are spent, so that none spends too much. All others are sold.',
    keeps: NOTICES,
    advice:
      'Look for database-down and ledger-behind in troubles of GET /status on every machine, and mend that first.',
  },
  'redis-down': {
    scope: 'fleet',
    kind: 'warn',
    when: 'limits are not shared through Redis',
    effect:
      'Ads are sold. Each machine admits its share of the limits alone, so some requests are refused too early, and frequency caps hold on each machine alone.',
    keeps: MONEY,
    advice:
      'Look whether Redis answers: redis-cli with the host and the port of redisUrl, and PING.',
  },
  'store-behind': {
    scope: 'machine',
    kind: 'bad',
    when: 'changes of the store do not reach the workers, and the database is not the reason',
    effect:
      'Ads are sold by the campaigns, publishers and partners of before. Later changes are in the database, and other machines serve them.',
    keeps: NOTICES,
    advice: 'Look at the folder that workers share with df -h /dev/shm, and make room in it.',
  },
  'certificate-expiring': {
    scope: 'machine',
    kind: 'warn',
    when: 'the certificate in use expires within 14 days; `bad` within three',
    effect:
      'All works until then. From then on callers refuse the connection, and neither requests nor notices arrive.',
    advice:
      'Renew the certificate in the files of listen.tls. New files are in use within five seconds, without a reload.',
  },
  'certificate-not-renewed': {
    scope: 'machine',
    kind: 'bad',
    when: 'the files of `listen.tls` cannot be read, do not fit each other, or have a certificate that expired while the one in use is valid, twice in a row',
    effect: 'All works with the certificate of before until that expires. A restart would fail.',
    advice: `Mend the files of listen.tls until ${PARLEY} check, as the user of Parley, says that they are right. They are read again every five seconds.`,
  },
  'geo-old': {
    scope: 'fleet',
    kind: 'warn',
    when: 'the [database of countries](geo.md) is more than a year old by its own date',
    effect:
      'Ads are sold. Some addresses have moved to other countries since, so some requests get ads and rules of the wrong one.',
    keeps: NOTICES,
    advice:
      'Put a newer database at geo.database and reload, or install a newer Parley for the embedded one.',
  },
  'reload-rejected': {
    scope: 'machine',
    kind: 'bad',
    when: 'the last reload of the config failed, until one succeeds',
    effect: 'Ads are sold by the config of before. A restart would fail.',
    keeps: NOTICES,
    advice: `Mend the config until ${PARLEY} check says that it is right, then reload again.`,
  },
  'requests-refused': {
    scope: 'fleet',
    kind: 'warn',
    page: 'auctions',
    when: 'of at least 10 requests in the last minute, more than half were faulty',
    effect: 'These requests get no ad. All others are answered.',
    advice: 'Send the publisher one of the errors, which says what was expected.',
  },
  'traffic-gone': {
    scope: 'machine',
    kind: 'bad',
    when: 'no request for five minutes, where the ten minutes before brought 100 or more; forgotten after a day',
    effect: 'Nothing is sold on this machine, which is ready.',
    advice:
      'Check what is in front of this machine, the balancer and its DNS first: it asks /readyz.',
  },
  'fill-fallen': {
    scope: 'fleet',
    kind: 'bad',
    page: 'partners',
    when: 'of the valid requests of the last hour, at most half as many got an ad as in the same hour of the last seven days. Both need 200 valid requests, and 20 ads were to be expected. The counts of all machines are read once a minute',
    effect: 'Fewer ads are sold than usual.',
    keeps: MONEY,
    advice:
      'Look in the funnel on the page Live which step loses more, and on the page Partners who bids less.',
  },
  'approvals-waiting': {
    scope: 'fleet',
    kind: 'warn',
    page: 'approvals',
    when: 'active or paused campaigns of the store wait for [approval](campaigns.md#approval), or accounts of [AI buyers](console.md#ai-buyers), which are counted once a minute; drafts wait in [Approvals](console.md#approvals) and are no trouble',
    effect: 'They do not serve, or serve as they were approved last. All others are sold.',
    advice: 'Approve or reject them in the console.',
  },
  'months-to-close': {
    scope: 'fleet',
    kind: 'warn',
    page: 'statements',
    when: 'a month is over and not closed',
    effect: 'All works. Nobody is told yet what is owed for it.',
    advice: 'Check the statements on the page Statements, then close the month.',
  },
  'rates-old': {
    scope: 'machine',
    kind: 'warn',
    when: 'the [reference rates](deals.md#currencies) in use are more than seven days old',
    effect:
      'Ads are sold. Floors and bids in other currencies are converted at the rates of that day.',
    keeps: NOTICES,
    advice: `Run ${PARLEY} rates, then reload.`,
  },
  'notices-refused': {
    scope: 'machine',
    kind: 'bad',
    when: 'notices got a 503',
    effect:
      'Ads are sold. These notices got a 503, and those that nobody sends again are neither billed nor counted.',
    advice:
      'Look at the disk under dataDir with df -h, and at journalFaults and ledger of GET /status.',
  },
  'counts-lost': {
    scope: 'machine',
    kind: 'bad',
    when: 'counts for reports could not be stored',
    effect: 'Ads are sold. Reports count fewer requests, bids and sales than there were.',
    keeps: 'Money is exact.',
    advice: 'Look at the disk under dataDir with df -h, and at journalFaults of GET /status.',
  },
  'requests-failed': {
    scope: 'machine',
    kind: 'bad',
    when: 'requests got a 500',
    effect: 'These requests got a 500 and no ad.',
    keeps: MONEY,
    advice:
      'Search the log for "request failed", which has the cause, and go back to the version of before if it began with a new one.',
  },
  'requests-shed': {
    scope: 'machine',
    kind: 'bad',
    when: 'requests were refused under overload',
    effect: 'These requests got a 503 and no ad.',
    keeps: MONEY,
    advice:
      'Add machines or cores, or lower limits.globalPerSecond. After a start, look whether the database answers.',
  },
  'requests-limited': {
    scope: 'fleet',
    kind: 'warn',
    page: 'live',
    when: 'requests were over a limit',
    effect: 'These requests got a 429 and no ad. All others are answered.',
    advice: 'Look on the page Live whose they are, then raise the limit or tell them.',
  },
  'workers-replaced': {
    scope: 'machine',
    kind: 'warn',
    when: 'workers were replaced',
    effect:
      'The other workers serve meanwhile. Requests that a worker had at that moment are lost; notices that it acknowledged are not.',
    advice:
      'Search the log for "a worker", which has the exit code or the signal. After SIGKILL look for the OOM killer: journalctl -k | grep -i oom.',
  },
  'partner-paused': {
    scope: 'fleet',
    kind: 'warn',
    page: 'partners',
    when: 'an operator has paused a partner',
    effect: 'It is not asked. All other partners are.',
    advice: 'Resume it on the page Partners to sell to it.',
  },
  'partner-failing': {
    scope: 'fleet',
    kind: 'bad',
    page: 'partners',
    when: 'the breaker of a partner is open',
    effect: 'It is not asked, except now and then to see whether it works. All other partners are.',
    advice:
      'Look at one of its auctions on the page Auctions, which has what it answered, and tell the partner. It is asked again by itself once it answers.',
  },
} as const satisfies Readonly<Record<string, TroubleRow>>;

export type TroubleId = keyof typeof TROUBLES;

export const TROUBLE_IDS = Object.keys(TROUBLES) as readonly TroubleId[];

/** A condition that needs an operator, as it is found. */
export type Trouble = {
  readonly id: TroubleId;
  /** The partner that it is about, where it is about one. */
  readonly partner?: string;
  /** `over`: it happened in the last minutes, and no longer happens. */
  readonly kind: 'warn' | 'bad' | 'over';
  /** What is wrong, with its cause where that is known; `troubleSentence` makes it a sentence. */
  readonly what: string;
  /** What still works meanwhile, and what does not. */
  readonly effect: string;
  /** What to do. */
  readonly advice: string;
  /** Where the documentation has more of it. */
  readonly docs: string;
  /** When it happened for the last time: within the second before. Absent of conditions that last. */
  readonly lastMs?: number;
  /** The page of the console with the details. */
  readonly page?: TroublePage;
};

/** What is wrong this time, and what differs from every other time. */
export type FoundTrouble = {
  readonly [Key in keyof Omit<Trouble, 'id' | 'docs' | 'what'>]?: Trouble[Key] | undefined;
} & Pick<Trouble, 'what'>;

/** They say that notices are refused: no other trouble may say that they are kept, or that money is exact. */
const DENYING: ReadonlySet<TroubleId> = new Set(['journal-blocked', 'notices-refused']);

/** All that is wrong, with what the table says of each. */
export function troublesOf(
  found: readonly (readonly [id: TroubleId, found: FoundTrouble])[],
): readonly Trouble[] {
  const isDenied = found.some(([id]) => DENYING.has(id));
  return found.map(([id, { partner, lastMs, what, ...one }]) => {
    const row: TroubleRow = TROUBLES[id];
    const page = one.page ?? row.page;
    return {
      id,
      ...(partner !== undefined && { partner }),
      kind: one.kind ?? row.kind,
      what,
      effect: one.effect ?? effectOf(id, isDenied),
      advice: one.advice ?? row.advice,
      docs: `docs/troubles.md#${id}`,
      ...(lastMs !== undefined && { lastMs }),
      ...(page && { page }),
    };
  });
}

export function effectOf(id: TroubleId, isDenied = false): string {
  const { effect, keeps }: TroubleRow = TROUBLES[id];
  return keeps === undefined || isDenied ? effect : `${effect} ${keeps}`;
}
