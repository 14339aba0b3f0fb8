import { type Database, type Query, readClockMs } from '../../lib/sql/database.ts';
import type { Alert } from './alert-message.ts';

/** A trouble that lasts, as this machine sees it. */
export type SeenAlert = { readonly subject: string; readonly alert: Alert };

/** Tells webhooks, by the query of the transaction that stores it. Resolves to the names of those that it told. */
type Tell = (query: Query, alert: Alert) => Promise<readonly string[]>;

type OpenRound = {
  /** What lasts now. */
  readonly seen: readonly SeenAlert[];
  /** What webhooks were told without the database, also where it is over by now. */
  readonly toldBefore: ReadonlyMap<
    string,
    { readonly alert: Alert; readonly names: readonly string[] }
  >;
  /** `except`: those that know it already. */
  readonly tellBegan: (query: Query, alert: Alert, except: readonly string[]) => ReturnType<Tell>;
  readonly tellEnded: (query: Query, alert: Alert, names: readonly string[]) => Promise<void>;
  /** Since when this machine has used the database without a failure. */
  readonly soundSinceMs: number;
  readonly nowMs: number;
};

/** A trouble is refreshed this often by those who see it, and over when nobody has for so long. */
const REFRESH_MS = 15_000;
const ENDED_AFTER_MS = 60_000;

/** More are not looked at: there are only so many kinds and partners. */
const OPEN_MAX = 1000;

type OpenRow = {
  readonly subject: string;
  readonly seenMs: number;
  readonly told: string;
  readonly alert: Alert;
};

/**
 * The table `alerts` has a row for each trouble that webhooks know of, whoever told them. Whoever adds the row tells
 * that it began, and whoever deletes it tells that it ended: each in one transaction with the messages, so that all
 * machines together tell it once. A machine that died refreshes nothing, and its troubles end. Resolves to the subjects
 * that are open.
 */
export async function shareAlerts(
  database: Database,
  round: OpenRound,
): Promise<ReadonlySet<string>> {
  const open = await readOpen(database.query);
  const nowMs = await readClockMs(database, round.nowMs);
  const known = new Map(open.map((row) => [row.subject, row]));
  const seen = new Set(round.seen.map(({ subject }) => subject));
  // In one order on all machines, so that no two wait for each other.
  const begun = round.seen
    .filter(({ subject }) => !known.has(subject))
    .sort((a, b) => (a.subject < b.subject ? -1 : 1));
  const unstored = [...round.toldBefore].filter(([subject]) => !known.has(subject));
  const dated = open.filter((row) => seen.has(row.subject) && row.seenMs < nowMs - REFRESH_MS);
  // After an outage of the database all are dated: those who see them get the time to say so.
  const mayEnd = round.nowMs - round.soundSinceMs >= ENDED_AFTER_MS;
  const ended = open.filter(
    (row) => mayEnd && !seen.has(row.subject) && row.seenMs < nowMs - ENDED_AFTER_MS,
  );
  const opened = new Set([...known.keys(), ...seen]);
  if (begun.length + unstored.length + dated.length + ended.length === 0) return opened;
  await database.transaction(async (query) => {
    for (const { subject, alert } of begun) {
      if (!(await add(query, subject, alert, nowMs))) continue;
      const before = round.toldBefore.get(subject)?.names ?? [];
      const names = [...before, ...(await round.tellBegan(query, alert, before))];
      await setTold(query, subject, names);
    }
    for (const [subject, { alert, names }] of unstored) {
      if (seen.has(subject) || !(await add(query, subject, alert, nowMs))) continue;
      await setTold(query, subject, names);
    }
    for (const { subject } of dated) {
      await query('update alerts set seen_ms = $2 where subject = $1', [subject, nowMs]);
    }
    for (const row of ended) {
      if (!(await remove(query, row))) continue;
      await round.tellEnded(query, row.alert, JSON.parse(row.told) as readonly string[]);
    }
  });
  for (const { subject } of ended) opened.delete(subject);
  return opened;
}

async function readOpen(query: Query): Promise<readonly OpenRow[]> {
  const rows = await query(
    `select subject, seen_ms, told, alert from alerts order by subject limit ${OPEN_MAX}`,
  );
  return rows.map((row) => ({
    subject: String(row.subject),
    seenMs: Number(row.seen_ms),
    told: String(row.told),
    alert: JSON.parse(String(row.alert)) as Alert,
  }));
}

/** False: another machine has added it meanwhile. */
async function add(query: Query, subject: string, alert: Alert, nowMs: number): Promise<boolean> {
  const added = await query(
    `insert into alerts (subject, seen_ms, told, alert) values ($1, $2, '[]', $3)
     on conflict do nothing returning subject`,
    [subject, nowMs, JSON.stringify(alert)],
  );
  return added.length > 0;
}

async function setTold(query: Query, subject: string, names: readonly string[]): Promise<void> {
  await query('update alerts set told = $2 where subject = $1', [subject, JSON.stringify(names)]);
}

/** False: another machine has seen it meanwhile, or has removed it. */
async function remove(query: Query, { subject, seenMs }: OpenRow): Promise<boolean> {
  const removed = await query(
    'delete from alerts where subject = $1 and seen_ms = $2 returning subject',
    [subject, seenMs],
  );
  return removed.length > 0;
}
