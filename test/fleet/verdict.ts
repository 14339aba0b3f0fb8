import { type Database, openDatabase } from '../../src/ledger/database.ts';
import { eventually } from '../eventually.ts';
import { recountFacts, rollupsOf } from '../ledger/recount.ts';
import { PATIENT_MS } from '../patience.ts';
import type { Trouble } from './chaos.ts';
import { BUDGET_IMPRESSIONS, BUDGETED, type Fleet, MACHINES, PER_SECOND } from './fleet.ts';
import type { Failure, Load } from './load.ts';
import type { Rolled } from './rolling.ts';

/** One thing that was counted again, and the sentences about what is wrong with it. */
export type Finding = { readonly words: string; readonly faults: readonly string[] };

const AGAIN_MS = 500;

/** Waits until the journals of all machines are in the databases, then counts everything again. */
export async function judge(
  fleet: Fleet,
  load: Load,
  { troubles, rolled }: { readonly troubles: readonly Trouble[]; readonly rolled: Rolled },
): Promise<readonly Finding[]> {
  for (const machine of fleet.machines) {
    await eventually(async () => (await machine.backlogBytes().catch(() => 1)) === 0);
  }
  const databases = await Promise.all(
    fleet.databaseUrls.map((url) => openDatabase({ kind: 'postgres', url })),
  );
  try {
    return [
      await oncePossible(() => judgeNotices(databases, load)),
      await oncePossible(() => judgeBudget(databases)),
      await oncePossible(() => judgePartnerCalls(databases, fleet, load, troubles)),
      judgeLimit(load, troubles),
      judgeRolling(load.failures, rolled),
    ];
  } finally {
    await Promise.all(databases.map((database) => database.close()));
  }
}

type Databases = readonly Database[];

/** The rows of all databases. */
async function rowsOf(databases: Databases, ...question: Parameters<Database['query']>) {
  return (await Promise.all(databases.map(({ query }) => query(...question)))).flat();
}

/** The backlog is measured from time to time: the last notices and calls may still be on their way. */
async function oncePossible(find: () => Promise<Finding>): Promise<Finding> {
  const giveUpMs = performance.now() + PATIENT_MS;
  let finding = await find();
  while (finding.faults.length > 0 && performance.now() < giveUpMs) {
    await Bun.sleep(AGAIN_MS);
    finding = await find();
  }
  return finding;
}

async function judgeNotices(databases: Databases, { acknowledged }: Load): Promise<Finding> {
  const rows = await rowsOf(databases, 'select auction_id, kind from facts');
  const facts = rows.map(({ auction_id, kind }) => `${auction_id} ${kind}`);
  const kept = new Set(facts);
  const lost = [...acknowledged].filter((name) => !kept.has(name));
  const counts = await Promise.all(databases.map(isCountedRight));
  return {
    words: `${acknowledged.size} notices were acknowledged, ${facts.length} facts are stored`,
    faults: [
      ...(lost.length === 0 ? [] : [`${lost.length} acknowledged notices are lost: ${lost[0]}`]),
      ...(kept.size === facts.length ? [] : [`${facts.length - kept.size} facts are stored twice`]),
      ...(counts.every(Boolean) ? [] : ['the counts are not those of the facts']),
      ...(acknowledged.size > 0 ? [] : ['no notice was acknowledged']),
    ],
  };
}

async function isCountedRight(database: Database): Promise<boolean> {
  const { facts } = await rollupsOf(database);
  return Bun.deepEquals(facts, await recountFacts(database));
}

async function judgeBudget(databases: Databases): Promise<Finding> {
  const prices = await rowsOf(
    databases,
    'select spend_nanos from facts where campaign = $1 and spend_nanos > 0',
    [BUDGETED],
  );
  const [budget] = await rowsOf(
    // The first has the budgets.
    databases.slice(0, 1),
    'select spent_total_nanos, impressions_total from budgets where campaign = $1',
    [`own/${BUDGETED}`],
  );
  const billed = prices.length;
  const nanos = prices.reduce((sum, { spend_nanos }) => sum + Number(spend_nanos), 0);
  const spentRight =
    Number(budget?.spent_total_nanos ?? 0) === nanos &&
    Number(budget?.impressions_total ?? 0) === billed;
  return {
    words: `${billed} of ${BUDGET_IMPRESSIONS} impressions of the budget were billed`,
    faults: [
      ...(billed <= BUDGET_IMPRESSIONS ? [] : ['the budget is exceeded']),
      ...(billed > 0 ? [] : ['nothing of the budget was sold']),
      ...(spentRight ? [] : ['the spend in the budget is not that of the facts']),
    ],
  };
}

/** A worker that is killed may take the URLs of the last moments with it. */
const LOST_URLS_MS = 3000;

async function judgePartnerCalls(
  databases: Databases,
  { dsp }: Fleet,
  { requestIds }: Load,
  troubles: readonly Trouble[],
): Promise<Finding> {
  const wins = await rowsOf(
    databases,
    "select auction_id, sold_ms from facts where partner = 'dsp' and kind = 'win'",
  );
  const waiting = await rowsOf(databases, "select id from outbox where partner = 'dsp'");
  const due = new Set(waiting.map(({ id }) => String(id).split('|')[0]));
  const told = new Set(dsp.told.filter((path) => path.startsWith('/nurl')).map(requestIn));
  const isExcused = (soldMs: number) =>
    troubles.some(({ fromMs }) => Math.abs(soldMs - fromMs) < LOST_URLS_MS);
  const missing = wins.filter(({ auction_id, sold_ms }) => {
    const auctionId = String(auction_id);
    const requestId = requestIds.get(auctionId);
    const isTold = requestId === undefined || told.has(requestId) || due.has(auctionId);
    return !isTold && !isExcused(Number(sold_ms));
  });
  return {
    words: `the partner won ${wins.length} times and was told ${told.size} times; ${waiting.length} calls wait`,
    faults: [
      ...(missing.length === 0 ? [] : [`${missing.length} wins were never told to the partner`]),
      ...(told.size > 0 ? [] : ['the partner was never told of a win']),
    ],
  };
}

const requestIn = (path: string) => new URLSearchParams(path.split('?')[1]).get('id') ?? '';

/** After a trouble machines may need some seconds to share the limit again. */
const RECOVERY_MS = 8000;
/** Every machine may hold to its share on its own, and one that was restarted counts again. */
const TROUBLED_MAX = 2 * PER_SECOND + Math.ceil(PER_SECOND / MACHINES);

function judgeLimit({ admitted }: Load, troubles: readonly Trouble[]): Finding {
  const faults = [...admitted].flatMap(([second, count]) => {
    const [fromMs, toMs] = [second * 1000 - RECOVERY_MS, (second + 1) * 1000];
    const near = troubles.filter((trouble) => trouble.fromMs < toMs && trouble.toMs > fromMs);
    const max = near.length > 0 ? TROUBLED_MAX : PER_SECOND;
    if (count <= max) return [];
    const when = near.map(
      (trouble) =>
        `${trouble.name} from ${second * 1000 - trouble.fromMs} to ${second * 1000 - trouble.toMs} ms before`,
    );
    return [`${count} requests were admitted in a second instead of ${max}: ${when.join(', ')}`];
  });
  const highest = Math.max(0, ...admitted.values());
  return {
    words: `${admitted.size} windows of a limit of ${PER_SECOND}: at most ${highest} were admitted`,
    faults,
  };
}

function judgeRolling(failures: readonly Failure[], { fromMs, faults }: Rolled): Finding {
  const failed = failures.filter(({ atMs }) => atMs >= fromMs);
  return {
    words: `${failed.length} requests failed while all machines were replaced by a newer version`,
    faults: [...faults, ...failed.map(({ words }) => words)],
  };
}
