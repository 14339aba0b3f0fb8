import { PARLEY } from '../../lib/own-command.ts';

type TroubleText = {
  /**
   * `fleet`: its cause is outside a machine, so all machines together tell a webhook of it once. `machine`: each tells
   * of its own.
   */
  readonly scope: 'machine' | 'fleet';
  /** What still works meanwhile, and what does not: whether ads are sold, notices kept and money exact. */
  readonly effect: string;
  /** What to do where nothing is known of the cause. */
  readonly advice: string;
};

/**
 * Every trouble that the log, the console, `/status`, webhooks and alerts speak of, by an id that never changes its
 * meaning. What is wrong at the time is said by whoever notices it.
 */
export const TROUBLES = {
  'database-down': {
    scope: 'machine',
    effect:
      'Ads are sold and notices are kept in the journals, so no money is lost. Campaigns with a budget stop after 45 seconds; reports and changes in the console wait.',
    advice:
      'Look whether the database answers: pg_isready with the host and the port of databaseUrl, or df -h on dataDir with SQLite.',
  },
  'journal-blocked': {
    scope: 'machine',
    effect:
      'Ads are sold. Notices get a 503, and those that nobody sends again are neither billed nor counted.',
    advice:
      'Look at journalFaults of GET /status, and at the disk under dataDir with df -h and iostat -x 1. Full journals are emptied by a database that is back. Never delete journals: what is in them is not billed yet.',
  },
  'ledger-behind': {
    scope: 'machine',
    effect:
      'Ads are sold and notices are kept in the journals, so no money is lost. Reports are late. Campaigns with a budget stop on this machine after 45 seconds, and on all machines after 7 minutes.',
    advice:
      "Look at the load and the disk of the database: select pid, wait_event, query from pg_stat_activity where state != 'idle' shows what a Postgres waits for, iostat -x 1 how busy the disk under dataDir is with SQLite.",
  },
  'budgets-halted': {
    scope: 'machine',
    effect:
      'Campaigns with a budget are not sold on this machine, so that none spends too much. All others are, and notices are kept.',
    advice:
      'Look for database-down and ledger-behind in troubles of GET /status on every machine, and mend that first.',
  },
  'redis-down': {
    scope: 'fleet',
    effect:
      'Ads are sold, notices are kept and money is exact. Each machine admits its share of the limits alone, so some requests are refused too early, and frequency caps hold on each machine alone.',
    advice:
      'Look whether Redis answers: redis-cli with the host and the port of redisUrl, and PING.',
  },
  'store-behind': {
    scope: 'machine',
    effect:
      'Ads are sold and notices are kept, by the campaigns, publishers and partners of before. Later changes are in the database, and other machines serve them.',
    advice: 'Look at the folder that workers share with df -h /dev/shm, and make room in it.',
  },
  'certificate-expiring': {
    scope: 'machine',
    effect:
      'All works until then. From then on callers refuse the connection, and neither requests nor notices arrive.',
    advice:
      'Renew the certificate in the files of listen.tls. New files are in use within five seconds, without a reload.',
  },
  'certificate-not-renewed': {
    scope: 'machine',
    effect: 'All works with the certificate of before until that expires. A restart would fail.',
    advice: `Mend the files of listen.tls until ${PARLEY} check, as the user of Parley, says that they are right. They are read again every five seconds.`,
  },
  'geo-old': {
    scope: 'fleet',
    effect:
      'Ads are sold and notices are kept. Some addresses have moved to other countries since, so some requests get ads and rules of the wrong one.',
    advice:
      'Put a newer database at geo.database and reload, or install a newer Parley for the embedded one.',
  },
  'reload-rejected': {
    scope: 'machine',
    effect: 'Ads are sold and notices are kept, by the config of before. A restart would fail.',
    advice: `Mend the config until ${PARLEY} check says that it is right, then reload again.`,
  },
  'requests-refused': {
    scope: 'fleet',
    effect: 'These requests get no ad. All others are answered.',
    advice: 'Send the publisher one of the errors, which says what was expected.',
  },
  'traffic-gone': {
    scope: 'machine',
    effect: 'Nothing is sold on this machine, which is ready.',
    advice:
      'Check what is in front of this machine, the balancer and its DNS first: it asks /readyz.',
  },
  'fill-fallen': {
    scope: 'fleet',
    effect: 'Fewer ads are sold than usual. Notices are kept and money is exact.',
    advice:
      'Look in the funnel on the page Live which step loses more, and on the page Partners who bids less.',
  },
  'approvals-waiting': {
    scope: 'fleet',
    effect: 'They do not serve, or serve as they were approved last. All others are sold.',
    advice: 'Approve or reject them in the console.',
  },
  'months-to-close': {
    scope: 'fleet',
    effect: 'All works. Nobody is told yet what is owed for it.',
    advice: 'Check the statements on the page Statements, then close the month.',
  },
  'rates-old': {
    scope: 'machine',
    effect:
      'Ads are sold and notices are kept. Floors and bids in other currencies are converted at the rates of that day.',
    advice: `Run ${PARLEY} rates, then reload.`,
  },
  'notices-refused': {
    scope: 'machine',
    effect:
      'Ads are sold. These notices got a 503, and those that nobody sends again are neither billed nor counted.',
    advice:
      'Look at the disk under dataDir with df -h, and at journalFaults and ledger of GET /status.',
  },
  'counts-lost': {
    scope: 'machine',
    effect:
      'Ads are sold and money is exact. Reports count fewer requests, bids and sales than there were.',
    advice: 'Look at the disk under dataDir with df -h, and at journalFaults of GET /status.',
  },
  'requests-failed': {
    scope: 'machine',
    effect: 'These requests got a 500 and no ad. Notices are kept and money is exact.',
    advice:
      'Search the log for "request failed", which has the cause, and go back to the version of before if it began with a new one.',
  },
  'requests-shed': {
    scope: 'machine',
    effect: 'These requests got a 503 and no ad. Notices are kept and money is exact.',
    advice:
      'Add machines or cores, or lower limits.globalPerSecond. After a start, look whether the database answers.',
  },
  'requests-limited': {
    scope: 'fleet',
    effect: 'These requests got a 429 and no ad. All others are answered.',
    advice: 'Look on the page Limits whose they are, then raise the limit or tell them.',
  },
  'workers-replaced': {
    scope: 'machine',
    effect:
      'The other workers serve meanwhile. Requests that a worker had at that moment are lost; notices that it acknowledged are not.',
    advice:
      'Search the log for "a worker", which has the exit code or the signal. After SIGKILL look for the OOM killer: journalctl -k | grep -i oom.',
  },
  'partner-paused': {
    scope: 'fleet',
    effect: 'It is not asked. All other partners are.',
    advice: 'Resume it on the page Partners to sell to it.',
  },
  'partner-failing': {
    scope: 'fleet',
    effect: 'It is not asked, except now and then to see whether it works. All other partners are.',
    advice:
      'Look at one of its auctions on the page Auctions, which has what it answered, and tell the partner. It is asked again by itself once it answers.',
  },
  'partner-failing-after-change': {
    scope: 'fleet',
    effect: 'It sells less than before. All other partners are asked as usual.',
    advice: 'Look what changed in its entry, and take it back if the partner has not changed too.',
  },
} as const satisfies Readonly<Record<string, TroubleText>>;

export type TroubleId = keyof typeof TROUBLES;

export const TROUBLE_IDS = Object.keys(TROUBLES) as readonly TroubleId[];

/** The page that has a chapter for each trouble. */
export const docsOf = (id: TroubleId) => `docs/troubles.md#${id}`;
