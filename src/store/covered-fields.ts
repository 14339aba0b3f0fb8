import { isDeepStrictEqual } from 'node:util';
import type { Campaign, CampaignCreative } from '../demand/campaigns/campaign-schema.ts';
import { FREE_FIELDS } from '../demand/campaigns/free-fields.ts';

type Free = Pick<Campaign, (typeof FREE_FIELDS)[number]>;

/** The part of a campaign that approval covers: its creatives, and who says what they say. */
export type Covered = Omit<Campaign, keyof Free>;

const FREE: ReadonlySet<string> = new Set(FREE_FIELDS);

export function coveredOf(campaign: Campaign): Covered {
  return membersOf(campaign, (field) => !FREE.has(field)) as Covered;
}

/** A campaign with other content at the same price, budget, dates and targeting. */
export function withCovered(campaign: Campaign, covered: Covered): Campaign {
  const free = membersOf(campaign, (field) => FREE.has(field)) as Free;
  return { ...free, ...covered };
}

export function senderOf({ creatives: _, ...sender }: Covered) {
  return sender;
}

export function haveSameSender(one: Covered, other: Covered): boolean {
  return isDeepStrictEqual(senderOf(one), senderOf(other));
}

/** Whether the version has this creative, as it is and from this sender. */
export function hasAd(
  version: Covered | undefined,
  sender: Covered,
  creative: CampaignCreative,
): boolean {
  if (version === undefined || !haveSameSender(version, sender)) return false;
  return version.creatives.some((one) => isDeepStrictEqual(one, creative));
}

function membersOf(campaign: Campaign, isWanted: (field: string) => boolean): object {
  return Object.fromEntries(Object.entries(campaign).filter(([field]) => isWanted(field)));
}
