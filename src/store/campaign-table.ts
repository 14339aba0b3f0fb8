import { isDeepStrictEqual } from 'node:util';
import type { Campaign, CampaignCreative } from '../demand/campaigns/campaign-schema.ts';
import { insertAll, selectAll } from '../lib/sql/bulk.ts';
import type { Query, Row } from '../lib/sql/database.ts';
import { approvedVersion } from './approved-version.ts';
import type { Covered } from './covered-fields.ts';
import {
  RECORD_COLUMNS,
  recordOf,
  recordValues,
  replacing,
  type StoreTable,
} from './store-table.ts';
import {
  type CreativeState,
  type StoredCampaign,
  type StoredState,
  storeKey,
} from './stored-campaign.ts';

const CHANGING = `${RECORD_COLUMNS}, approved, archived_from`;
const COLUMNS = `key, partner, campaign, ${CHANGING}`;

/** What becomes of a campaign. */
export type NextCampaign = Pick<StoredCampaign, 'partner' | 'state' | 'campaign' | 'reviews'>;

export const CAMPAIGN_TABLE: StoreTable<StoredCampaign, NextCampaign> = {
  name: 'campaigns',
  lastRevision: 'select max(revision) from campaigns',
  keyOf: ({ partner, campaign }) => storeKey(partner, campaign.id),
  async read(query, key) {
    const rows = await query(`select ${COLUMNS} from campaigns where key = $1`, [key]);
    const [stored] = await withCreatives(query, rows);
    return stored;
  },
  async readAfter(query, revision, countMax) {
    const rows = await query(
      `select ${COLUMNS} from campaigns where revision > cast($1 as bigint)
       order by revision limit ${Math.floor(countMax)}`,
      [revision],
    );
    return withCreatives(query, rows);
  },
  write: writeCampaign,
  completed({ partner, state, campaign, reviews }, before, record) {
    const from = before?.state === 'archived' ? before.archivedFrom : before?.state;
    const approved = approvedVersion(campaign, reviews, before?.approved);
    const next = { ...record, partner, state, campaign, reviews, approved };
    return { ...next, ...archivedFromOf(state, from) };
  },
  shownOf({ campaign, state, reviews }) {
    const byCreative = reviews.map(({ creative, state: review, reason }) => [
      creative,
      reason === '' ? review : `${review}: ${reason}`,
    ]);
    return { ...campaign, state, reviews: Object.fromEntries(byCreative) };
  },
};

function archivedFromOf(
  state: StoredState,
  from: StoredState | undefined,
): Pick<StoredCampaign, 'archivedFrom'> {
  return state === 'archived' && from !== undefined ? { archivedFrom: from } : {};
}

/** All campaigns of a partner that are not deleted, in the order of their creation. */
export async function readPartner(
  query: Query,
  partner: string,
): Promise<readonly StoredCampaign[]> {
  const rows = await query(
    `select ${COLUMNS} from campaigns where partner = $1 and state <> 'deleted'
     order by created_revision`,
    [partner],
  );
  return withCreatives(query, rows);
}

async function withCreatives(
  query: Query,
  rows: readonly Row[],
): Promise<readonly StoredCampaign[]> {
  const keys = rows.map(({ key }) => String(key));
  const select = (list: string) =>
    `select key, creative, place, state, reason, definition from creatives
    where key in (${list}) order by place`;
  const creatives = await selectAll(query, keys, select);
  const byKey = Map.groupBy(creatives, ({ key }) => String(key));
  return rows.map((row) => storedOf(row, byKey.get(String(row.key)) ?? []));
}

/** The values were checked when they were written. */
function storedOf(row: Row, creativeRows: readonly Row[]): StoredCampaign {
  const definition = JSON.parse(String(row.definition)) as Omit<Campaign, 'creatives'>;
  const campaign: Campaign = {
    ...definition,
    creatives: creativeRows.map((one) => JSON.parse(String(one.definition)) as CampaignCreative),
  };
  const reviews = creativeRows.map(({ creative, state, reason }) => ({
    creative: String(creative),
    state: String(state) as CreativeState,
    reason: String(reason),
  }));
  const kept = row.approved === null ? undefined : (JSON.parse(String(row.approved)) as Covered);
  const state = String(row.state) as StoredState;
  const from = row.archived_from === null ? undefined : (String(row.archived_from) as StoredState);
  return {
    ...recordOf(row),
    partner: String(row.partner),
    state,
    campaign,
    reviews,
    approved: approvedVersion(campaign, reviews, kept),
    ...archivedFromOf(state, from),
  };
}

async function writeCampaign(query: Query, stored: StoredCampaign): Promise<void> {
  const { creatives, ...definition } = stored.campaign;
  const { partner, state } = stored;
  const key = storeKey(partner, definition.id);
  const text = JSON.stringify(definition);
  const values = [key, partner, definition.id, state, text, ...recordValues(stored)];
  await query(
    `insert into campaigns (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    on conflict (key) do update set ${replacing(CHANGING)}`,
    [...values, keptText(stored), stored.archivedFrom ?? null],
  );
  await query('delete from creatives where key = $1', [key]);
  const reviews = new Map(stored.reviews.map((review) => [review.creative, review]));
  const rows = creatives.map((creative, index) => {
    const { state: review = 'waiting', reason = '' } = reviews.get(creative.id) ?? {};
    return [key, creative.id, index, review, reason, JSON.stringify(creative)];
  });
  const insert = (list: string) =>
    `insert into creatives (key, creative, place, state, reason, definition) values ${list}`;
  await insertAll(query, rows, insert);
}

/** What is approved as JSON, or null where the reviews of the campaign say it already, as they mostly do. */
function keptText({ campaign, reviews, approved }: StoredCampaign): string | null {
  const bySelf = approvedVersion(campaign, reviews, undefined);
  return isDeepStrictEqual(approved, bySelf) ? null : JSON.stringify(approved);
}
