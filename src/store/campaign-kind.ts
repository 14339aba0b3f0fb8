import { isDeepStrictEqual } from 'node:util';
import {
  CAMPAIGNS_MAX,
  type Campaign,
  type CampaignCreative,
  CampaignSchema,
  CREATIVES_MAX,
} from '../demand/campaigns/campaign-schema.ts';
import { FREE_FIELDS } from '../demand/campaigns/free-fields.ts';
import { CampaignFaults, checkCampaign } from '../demand/campaigns/read-campaigns.ts';
import { type Difference, differencesOf } from '../lib/differences.ts';
import { perObject } from '../lib/lookup.ts';
import { Refusal, refuse } from '../lib/refusal.ts';
import type { Query } from '../lib/sql/database.ts';
import { nextRevision } from './history.ts';
import { type RecordOf, recordKind } from './record-kind.ts';
import { writeIn } from './store.ts';

export const CREATIVE_STATES = ['waiting', 'approved', 'rejected'] as const;

export type CreativeState = (typeof CREATIVE_STATES)[number];

/** Of a creative. `reason`: why it was rejected, else ''. */
export type Review = { readonly state: CreativeState; readonly reason: string };

/** By the ids of the creatives. */
type Reviews = Readonly<Record<string, Review>>;

type Free = Pick<Campaign, (typeof FREE_FIELDS)[number]>;

/** The part of a campaign that approval covers: its creatives, and who says what they say. */
export type Covered = Omit<Campaign, keyof Free>;

type Kept = {
  /** Every creative has one. */
  readonly reviews: Reviews;
  /** The content that was approved and serves while a change of it waits. Null where the reviews say what is approved. */
  readonly approved: Covered | null;
};

/** A campaign of a file or of the store. Its id is that of its partner, a slash, and its own. */
export const CAMPAIGN = recordKind({
  name: 'campaign',
  schema: CampaignSchema,
  // Only drafts are deleted: what has served stays in the books.
  states: {
    draft: ['active', 'archived', 'deleted'],
    active: ['paused', 'archived'],
    paused: ['active', 'archived'],
    archived: ['paused', 'active'],
  },
  kept: { reviews: {}, approved: null } as Kept,
  countMax: CAMPAIGNS_MAX,
  idIn: 'id',
  complete(given) {
    const definition = validCampaign(given);
    return definition instanceof Refusal ? definition : { definition };
  },
  shownKept: ({ reviews }) => ({ reviews }),
});

export type StoredCampaign = RecordOf<typeof CAMPAIGN>;
export type CampaignState = Exclude<StoredCampaign['state'], 'deleted'>;

/** A partner's name has no slash, so two campaigns never share a key. */
export const campaignKey = (partner: string, campaign: string): string => `${partner}/${campaign}`;

export const partnerOf = ({ id }: Pick<StoredCampaign, 'id'>): string =>
  id.slice(0, id.indexOf('/'));

/** The campaign, or all that is wrong with it. */
export function validCampaign(value: unknown): Campaign | Refusal {
  const checked = checkCampaign(value);
  if (!(checked instanceof CampaignFaults)) return checked;
  return refuse.notValid(checked.faults.map(({ path, reason }) => ({ field: path, reason })));
}

/** What is kept of one of a file, which serves as it is. */
export const keptOfFile = (definition: Campaign) =>
  withContent(definition, undefined, 'approved').kept;

type Content = Pick<StoredCampaign, 'definition' | 'kept'>;

/**
 * What becomes of a campaign with this content (ruling 73). Creatives that nobody has looked at are `unreviewed`, and what
 * was approved before serves until all of it is approved again.
 */
export function withContent(
  definition: Campaign,
  before: StoredCampaign | undefined,
  unreviewed: 'waiting' | 'approved',
) {
  return {
    definition,
    kept: keptOf(definition, reviewsOf(definition, before, unreviewed), before),
  };
}

function keptOf(definition: Campaign, reviews: Reviews, before: Content | undefined): Kept {
  const approved = approvedVersion(definition, reviews, before && approvedOf(before));
  const isSaid = isDeepStrictEqual(approved, approvedVersion(definition, reviews, undefined));
  return { reviews, approved: isSaid ? null : (approved ?? null) };
}

/** A campaign of which somebody has looked at a creative. */
export function withReview(before: Content, creative: string, review: Review) {
  const { definition, kept } = before;
  if (!Object.hasOwn(kept.reviews, creative)) {
    return refuse.notFound(`the campaign has no creative "${creative}"`);
  }
  return { kept: keptOf(definition, { ...kept.reviews, [creative]: review }, before) };
}

/** Creatives keep their review until they or their sender change. What is approved is so again; others `unreviewed`. */
export function reviewsOf(
  definition: Campaign,
  before: Content | undefined,
  unreviewed: 'waiting' | 'approved',
): Reviews {
  const next = coveredOf(definition);
  const last = before && coveredOf(before.definition);
  const approved = before && approvedOf(before);
  const reviewOf = (creative: CampaignCreative): Review => {
    const known = hasAd(last, next, creative) ? before?.kept.reviews[creative.id] : undefined;
    const state = hasAd(approved, next, creative) ? 'approved' : unreviewed;
    return known ?? { state, reason: '' };
  };
  return Object.fromEntries(next.creatives.map((creative) => [creative.id, reviewOf(creative)]));
}

/**
 * What is approved of a campaign, with `before` approved until now (ruling 73). A version whose creatives are all
 * approved replaces the one before. Until then the one before stays; where both have the same sender, creatives that
 * are approved replace theirs in it one by one. The result as `before` gives the same result again.
 */
export function approvedVersion(
  definition: Campaign,
  reviews: Reviews,
  before: Covered | undefined,
): Covered | undefined {
  const current = coveredOf(definition);
  const stateOf = ({ id }: CampaignCreative) => reviews[id]?.state ?? 'waiting';
  if (current.creatives.every((one) => stateOf(one) === 'approved')) return current;
  if (before !== undefined && !haveSameSender(before, current)) return before;
  const rest = new Map(before?.creatives.map((creative) => [creative.id, creative]));
  const named = current.creatives.flatMap((creative) => {
    if (stateOf(creative) === 'approved') return creative;
    const last = rest.get(creative.id);
    // Somebody has taken back the approval of the form that is equal.
    return last === undefined || isDeepStrictEqual(last, creative) ? [] : last;
  });
  for (const { id } of current.creatives) rest.delete(id);
  // Creatives that the current version has no more go with the change that replaces them.
  const isAwaited =
    named.length === 0 || current.creatives.some((one) => stateOf(one) === 'waiting');
  const creatives = [...named, ...(isAwaited ? rest.values() : [])].slice(0, CREATIVES_MAX);
  return creatives.length === 0 ? undefined : { ...current, creatives };
}

const approvals = perObject(({ definition, kept }: Content) => ({
  approved: approvedVersion(definition, kept.reviews, kept.approved ?? undefined),
}));

/** The content that was approved last. undefined: none was. */
export const approvedOf = (stored: Content): Covered | undefined => approvals(stored).approved;

/** The approved content at the price, budget, dates and targeting of now: what serves while it is active. */
export function approvedCampaign(stored: Content): Campaign | undefined {
  const approved = approvedOf(stored);
  const free = membersOf(stored.definition, (field) => FREE.has(field)) as Free;
  return approved && { ...free, ...approved };
}

/** Whether its approved version serves. */
export function isServing(stored: Content & Pick<StoredCampaign, 'state'>): boolean {
  return stored.state === 'active' && approvedOf(stored) !== undefined;
}

/** Where the campaign differs from what is approved of it; nothing if nothing is. Creatives go by their ids. */
export function pendingChanges(stored: Content): readonly Difference[] {
  const approved = approvedOf(stored);
  if (approved === undefined) return [];
  return differencesOf(byCreative(approved), byCreative(coveredOf(stored.definition)));
}

function byCreative({ creatives, ...sender }: Covered) {
  const byId = Object.fromEntries(creatives.map((creative) => [creative.id, creative]));
  return { ...sender, creatives: byId };
}

/** The creatives that nobody has approved or rejected. What is put away has none. */
export function waitingCreatives({
  state,
  definition,
  kept,
}: Pick<StoredCampaign, 'state' | 'definition' | 'kept'>): readonly CampaignCreative[] {
  if (state === 'archived') return [];
  return definition.creatives.filter(({ id }) => kept.reviews[id]?.state === 'waiting');
}

const FREE: ReadonlySet<string> = new Set(FREE_FIELDS);

export function coveredOf(campaign: Campaign): Covered {
  return membersOf(campaign, (field) => !FREE.has(field)) as Covered;
}

export function senderOf({ creatives: _, ...sender }: Covered) {
  return sender;
}

function haveSameSender(one: Covered, other: Covered): boolean {
  return isDeepStrictEqual(senderOf(one), senderOf(other));
}

/** Whether the version has this creative, as it is and from this sender. */
function hasAd(version: Covered | undefined, sender: Covered, creative: CampaignCreative): boolean {
  if (version === undefined || !haveSameSender(version, sender)) return false;
  return version.creatives.some((one) => isDeepStrictEqual(one, creative));
}

function membersOf(campaign: Campaign, isWanted: (field: string) => boolean): object {
  return Object.fromEntries(Object.entries(campaign).filter(([field]) => isWanted(field)));
}

/**
 * In a transaction: creates campaigns, active and approved, in a store that has never had one. Deleted ones keep their rows,
 * so what was deleted does not come back.
 */
export async function writeFirst(
  query: Query,
  partner: string,
  { samples, nowMs }: { readonly samples: () => readonly Campaign[]; readonly nowMs: number },
): Promise<void> {
  // Machines that start at the same moment wait for each other here.
  await nextRevision(query);
  const [known] = await query('select id from records where kind = $1 limit 1', [CAMPAIGN.name]);
  if (known !== undefined) return;
  for (const one of samples()) {
    await writeIn(query, CAMPAIGN, campaignKey(partner, one.id), {
      action: 'import',
      by: { who: 'parley start', role: 'admin' },
      nowMs,
      next: () => ({ state: 'active', ...withContent(one, undefined, 'approved') }),
    });
  }
}
