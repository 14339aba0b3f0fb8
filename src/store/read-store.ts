import type { Campaign, CampaignCreative } from '../demand/campaigns/campaign-schema.ts';
import { selectAll } from '../ledger/bulk.ts';
import type { Query, Row } from '../ledger/database.ts';
import { approvedVersion } from './approved-version.ts';
import type { Covered } from './covered-fields.ts';
import {
  type CreativeState,
  type StoredCampaign,
  type StoredState,
  storeKey,
} from './stored-campaign.ts';

/** The columns of a campaign that a change replaces. */
export const CHANGING =
  'state, definition, revision, created_ms, created_revision, changed_ms, changed_by, approved';
export const COLUMNS = `key, partner, campaign, ${CHANGING}`;

/** Campaigns that changed after a revision, the earliest change first. */
export async function readChanges(
  query: Query,
  afterRevision: number,
  countMax: number,
): Promise<readonly StoredCampaign[]> {
  const rows = await query(
    `select ${COLUMNS} from campaigns where revision > cast($1 as bigint)
     order by revision limit ${Math.floor(countMax)}`,
    [afterRevision],
  );
  return withCreatives(query, rows);
}

/** The last revision, and whether the history has a change that somebody knows of. It has each under its revision. */
export async function readState(query: Query, known: StoredCampaign | undefined) {
  const [row] = await query(
    `select (select max(revision) from campaigns) as revision,
      (select subject from audit_log where id = cast($1 as bigint)) as subject,
      (select at_ms from audit_log where id = cast($1 as bigint)) as at_ms`,
    [known?.revision ?? 0],
  );
  const key = known && storeKey(known.partner, known.campaign.id);
  return {
    revision: Number(row?.revision ?? 0),
    hasChange: row?.subject === key && Number(row?.at_ms) === known?.changedMs,
  };
}

/** undefined where there is none. A deleted one is returned too. */
export async function readCampaign(
  query: Query,
  partner: string,
  campaign: string,
): Promise<StoredCampaign | undefined> {
  const key = storeKey(partner, campaign);
  const rows = await query(`select ${COLUMNS} from campaigns where key = $1`, [key]);
  const [stored] = await withCreatives(query, rows);
  return stored;
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
  return {
    partner: String(row.partner),
    state: String(row.state) as StoredState,
    revision: Number(row.revision),
    createdMs: Number(row.created_ms),
    createdRevision: Number(row.created_revision),
    changedMs: Number(row.changed_ms),
    changedBy: String(row.changed_by),
    campaign,
    reviews,
    // A machine of the version before may have written the row: it does not know what was kept.
    approved: approvedVersion(campaign, reviews, kept),
  };
}
