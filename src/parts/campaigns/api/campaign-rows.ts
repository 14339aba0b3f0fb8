import { coversDomain } from '../../../core/openrtb/domain-list.ts';
import { advertiserDomain } from '../../../core/openrtb/host-name.ts';
import type { Campaign } from '../../../demand/campaigns/campaign-schema.ts';
import { readFlight } from '../../../demand/campaigns/flight.ts';
import type { Account } from '../../../ledger/budgets/account.ts';
import type { CampaignStatus } from '../../../ledger/budgets/campaign-status.ts';
import {
  approvedOf,
  isServing,
  partnerOf,
  type StoredCampaign,
} from '../../../store/campaign-kind.ts';
import type { CampaignRow } from '../page/api.ts';
import type { ChancesByName, Shown } from './campaign-evidence.ts';
import { nameKey } from './campaign-evidence.ts';
import { type CampaignStanding, type StandingInput, standingOf } from './standing.ts';

/** What is read only for rows that are shown. */
type Why = Pick<StandingInput, 'delivery' | 'usedUpAt'>;

/** A row whose sentence may get longer, and whose state does not change with it. */
export type FoundRow = Omit<CampaignRow, 'expected'> & {
  readonly with: (why: Why) => CampaignStanding;
  /** What tells why. */
  readonly shown: Shown;
};

type StandingParts = {
  readonly status: CampaignStatus | undefined;
  /** undefined: the database cannot be read. */
  readonly chances: ChancesByName | undefined;
  /** The domains of the advertisers that the exchange blocks for all publishers. */
  readonly blocked: readonly string[];
  readonly nowMs: number;
};

/** A campaign that was changed this long ago may not have had a request yet. */
const FRESH_MS = 15 * 60_000;

export function rowOf(stored: StoredCampaign, parts: StandingParts): FoundRow {
  const { source, definition, changedMs, changedBy } = stored;
  const { status } = parts;
  const judge = (why: Why) => storedStanding(stored, parts, why);
  const name = { partner: partnerOf(stored), campaign: definition.id };
  return {
    ...name,
    // Nobody is named as serving who is not approved.
    advertiser: approvedOf(stored)?.advertiser ?? definition.advertiser,
    ...judge({}),
    hasChangeWaiting: hasChangeWaiting(stored),
    changed: source === 'config' ? null : { at: new Date(changedMs).toISOString(), by: changedBy },
    money: status?.money ?? null,
    impressions: status?.impressions ?? null,
    ...flightOf(readFlight(definition.flight, definition.zone)),
    with: judge,
    shown: shownOf(status ?? name, parts, definition.zone),
  };
}

function shownOf(
  status: CampaignStatus | Pick<CampaignStatus, 'partner' | 'campaign'>,
  { chances }: StandingParts,
  zone = 'UTC',
): Shown {
  const { partner, campaign } = status;
  const isUsedUp = 'state' in status && status.state === 'daily-budget-reached';
  const money = isUsedUp ? status.money : null;
  return {
    partner,
    campaign,
    period: chances?.of.get(nameKey(status))?.period,
    usedUp: money === null ? undefined : { money, zone },
  };
}

function flightOf({ startMs, endMs }: Pick<Account, 'startMs' | 'endMs'>) {
  return { startsAt: isoOf(startMs), endsAt: isoOf(endMs) };
}

function isoOf(ms: number): string | null {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null;
}

/** What happens to a campaign and, if it does not run, why. */
function storedStanding(stored: StoredCampaign, parts: StandingParts, why: Why): CampaignStanding {
  const { state, changedBy, changedMs } = stored;
  const when = `by ${changedBy} at ${new Date(changedMs).toISOString().replace(/\.\d+Z$/, 'Z')}`;
  const kind = 'quiet';
  switch (state) {
    case 'draft':
      return { state, kind, sentence: 'draft: it was not started yet' };
    case 'paused':
      return { state, kind, sentence: `paused; last changed ${when}` };
    case 'archived':
    case 'deleted':
      return { state: 'archived', kind, sentence: `archived; last changed ${when}` };
    case 'active':
      return activeStanding(stored, parts, why);
  }
}

function activeStanding(stored: StoredCampaign, parts: StandingParts, why: Why): CampaignStanding {
  const { status } = parts;
  const rejected = rejectionWords(stored.kept.reviews);
  const stopped = blockedStanding(approvedOf(stored) ?? stored.definition, parts);
  if (stopped !== undefined) return stopped;
  if (!isServing(stored)) {
    const words = rejected ?? 'no creative is approved yet';
    return { state: 'waiting', kind: 'warn', sentence: `waiting for approval: ${words}` };
  }
  const standing =
    status === undefined ? STARTING : happeningOf(status, parts, why, stored.changedMs);
  const pending = hasChangeWaiting(stored) ? 'a change waits for approval' : rejected;
  return pending ? { ...standing, sentence: `${standing.sentence}; ${pending}` } : standing;
}

/** Whatever it sold before: from the block on, no bid of its advertiser is sold. */
function blockedStanding(
  { domain: given }: Pick<Campaign, 'domain'>,
  { blocked }: Pick<StandingParts, 'blocked'>,
): CampaignStanding | undefined {
  const domain = advertiserDomain(given) ?? given;
  if (!coversDomain(blocked, domain)) return undefined;
  const sentence = `its advertiser ${domain} is blocked for all publishers`;
  return { state: 'stopped', kind: 'bad', sentence };
}

const STARTING: CampaignStanding = { state: 'quiet', kind: 'quiet', sentence: 'starting' };

const NO_CHANCE = { bid: 0, sold: 0, unfit: 0, held: 0, period: 'today' } as const;

function happeningOf(
  status: CampaignStatus,
  { chances, nowMs }: StandingParts,
  why: Why,
  changedMs = Number.NEGATIVE_INFINITY,
): CampaignStanding {
  return standingOf({
    status,
    chances: chances && (chances.of.get(nameKey(status)) ?? NO_CHANCE),
    isFresh: nowMs - changedMs < FRESH_MS || chances?.isAny === false,
    ...why,
  });
}

/** Whether its approved version serves, and a further one waits (ruling 73). */
function hasChangeWaiting(stored: StoredCampaign): boolean {
  const reviews = Object.values(stored.kept.reviews);
  return isServing(stored) && reviews.some(({ state }) => state === 'waiting');
}

function rejectionWords(reviews: StoredCampaign['kept']['reviews']): string | undefined {
  const rejected = Object.entries(reviews).find(([, { state }]) => state === 'rejected');
  return rejected && `creative ${rejected[0]} was rejected: ${rejected[1].reason}`;
}
