import { isDeepStrictEqual } from 'node:util';
import { insertAll } from '../ledger/bulk.ts';
import type { Database, Query } from '../ledger/database.ts';
import { type Difference, differencesOf } from '../lib/differences.ts';
import { approvedVersion } from './approved-version.ts';
import { CHANGING, COLUMNS, readCampaign } from './read-store.ts';
import { type StoredCampaign, storeKey } from './stored-campaign.ts';

/** Who makes a change, for the audit log. */
export type Author = { readonly who: string; readonly role: string };

/** What becomes of a campaign. */
export type Next = Pick<StoredCampaign, 'state' | 'campaign' | 'reviews'>;

type ChangeOptions<Refused> = {
  readonly partner: string;
  readonly campaign: string;
  readonly action: 'create' | 'change' | 'state' | 'review' | 'import';
  readonly author: Author;
  readonly nowMs: number;
  /** Decides within the transaction: nobody else changes the store meanwhile. */
  readonly decide: (current: StoredCampaign | undefined) => Next | Refused;
  /** In the same transaction. */
  readonly once?: Once<Refused> | undefined;
};

/** Keeps a call from taking effect twice. */
export type Once<Refused> = {
  /** Why the call is not made again. */
  readonly before: (query: Query) => Promise<Refused | undefined>;
  readonly after: (query: Query, stored: StoredCampaign) => Promise<void>;
};

/** Of one entry of the history. A campaign has fewer fields than this, unless it has long lists. */
const CHANGES_MAX = 500;

/** A refusal has a `kind`, and what becomes of a campaign has none. */
type SomeRefusal = { readonly kind: string };

/** Changes one campaign and records who did it, or changes nothing. */
export async function changeCampaign<Refused extends SomeRefusal>(
  database: Pick<Database, 'transaction'>,
  options: ChangeOptions<Refused>,
): Promise<StoredCampaign | Refused> {
  return database.transaction((query) => changeIn(query, options));
}

export async function changeIn<Refused extends SomeRefusal>(
  query: Query,
  { partner, campaign, action, author, nowMs, decide, once }: ChangeOptions<Refused>,
): Promise<StoredCampaign | Refused> {
  const revision = await nextRevision(query);
  const made = await once?.before(query);
  if (made !== undefined) return made;
  const current = await readCampaign(query, partner, campaign);
  const next = decide(current?.state === 'deleted' ? undefined : current);
  if ('kind' in next) return next;
  const isNew = current === undefined || current.state === 'deleted';
  const before = isNew ? undefined : current.approved;
  const stored: StoredCampaign = {
    ...next,
    approved: approvedVersion(next.campaign, next.reviews, before),
    partner,
    revision,
    createdMs: isNew ? nowMs : current.createdMs,
    createdRevision: isNew ? revision : current.createdRevision,
    changedMs: nowMs,
    changedBy: author.who,
  };
  await writeCampaign(query, stored);
  const changes = differencesOf(isNew ? undefined : shownOf(current), shownOf(stored));
  const subject = storeKey(partner, campaign);
  await writeAudit(query, { revision, nowMs, author, action, subject, changes });
  await once?.after(query, stored);
  return stored;
}

type AuditEntry = {
  readonly revision: number;
  readonly nowMs: number;
  readonly author: Author;
  readonly action: string;
  readonly subject: string;
  readonly changes: readonly Difference[];
};

/** In the transaction of the change, which has its revision from `nextRevision`. */
export async function writeAudit(query: Query, entry: AuditEntry): Promise<void> {
  const { revision, nowMs, author, action, subject, changes } = entry;
  const changesText = JSON.stringify(changes.slice(0, CHANGES_MAX));
  await query(
    `insert into audit_log (id, at_ms, who, role, action, subject, changes)
    values ($1, $2, $3, $4, $5, $6, $7)`,
    [revision, nowMs, author.who, author.role, action, subject, changesText],
  );
}

/** Waits for other writers and returns the revision of this one. */
export async function nextRevision(query: Query): Promise<number> {
  const [row] = await query(
    'update store_turn set revision = revision + 1 where id = 1 returning revision',
  );
  return Number(row?.revision);
}

async function writeCampaign(query: Query, stored: StoredCampaign): Promise<void> {
  const { creatives, ...definition } = stored.campaign;
  const key = storeKey(stored.partner, definition.id);
  await query(
    `insert into campaigns (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict (key) do update set ${CHANGING.replaceAll(/\w+/g, '$& = excluded.$&')}`,
    [
      key,
      stored.partner,
      definition.id,
      stored.state,
      JSON.stringify(definition),
      stored.revision,
      stored.createdMs,
      stored.createdRevision,
      stored.changedMs,
      stored.changedBy,
      keptText(stored),
    ],
  );
  await query('delete from creatives where key = $1', [key]);
  const reviews = new Map(stored.reviews.map((review) => [review.creative, review]));
  const rows = creatives.map((creative, index) => {
    const { state = 'waiting', reason = '' } = reviews.get(creative.id) ?? {};
    return [key, creative.id, index, state, reason, JSON.stringify(creative)];
  });
  const insert = (values: string) =>
    `insert into creatives (key, creative, place, state, reason, definition) values ${values}`;
  await insertAll(query, rows, insert);
}

/** What is approved as JSON, or null where the reviews of the campaign say it already, as they mostly do. */
function keptText({ campaign, reviews, approved }: StoredCampaign): string | null {
  const bySelf = approvedVersion(campaign, reviews, undefined);
  return isDeepStrictEqual(approved, bySelf) ? null : JSON.stringify(approved);
}

/** As people see it in the history. */
function shownOf({ campaign, state, reviews }: StoredCampaign) {
  const byCreative = reviews.map(({ creative, state: review, reason }) => [
    creative,
    reason === '' ? review : `${review}: ${reason}`,
  ]);
  return { ...campaign, state, reviews: Object.fromEntries(byCreative) };
}
