import type { SeenAd } from '../../src/core/auction/partner.ts';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import { createCampaignsPartner } from '../../src/demand/campaigns/campaigns-partner.ts';
import {
  createAdvertiserRules,
  type FrequencyParts,
} from '../../src/demand/campaigns/frequency.ts';
import { COUNT_WORDS, mapCounts } from '../../src/host/limits/frequency/count-memory.ts';
import { createSubjectCounts } from '../../src/host/limits/frequency/subject-counts.ts';
import { campaignOf, NOW_MS, requestOf, solicit, TITLE_ONLY } from './test-support.ts';

/** A partner whose campaigns have frequency caps. */

type Cap = NonNullable<Campaign['frequency']>[number];

export const capOf = (fields: Partial<Cap> = {}): Cap => ({
  of: 'campaign',
  per: 'conversation',
  within: '1d',
  atMost: 1,
  ...fields,
});

export function newParts(memory = mapCounts(new BigUint64Array(COUNT_WORDS))): FrequencyParts {
  return { counts: createSubjectCounts(memory, 'secret'), advertisers: createAdvertiserRules() };
}

/** Budgets that pay while `canPay` says so, and count what is held back. */
export function budgetsOf(canPay: () => boolean = () => true) {
  const held: string[] = [];
  return {
    held,
    budgets: {
      canPay: () => true,
      reserve: () => (canPay() ? 0 : undefined),
      countTrial: () => {},
      holdCause: () => 'budget' as const,
      countHeld: (_: number, cause: string) => void held.push(cause),
    },
  };
}

type Asking = {
  readonly conversation?: string;
  readonly shown?: readonly SeenAd[];
  readonly person?: string;
  readonly publisher?: string;
  readonly nowMs?: number;
  readonly imps?: number;
};

export function partnerOf(
  campaigns: readonly Campaign[],
  { parts = newParts(), ...money } = { ...budgetsOf(), parts: newParts() },
) {
  const { bid } = createCampaignsPartner({
    name: 'house',
    campaigns,
    imageBaseUrl: 'https://bid.example/',
    budgets: money.budgets,
    frequency: parts,
  });
  const ask = (asking: Asking) => {
    const { conversation, shown = [], person, publisher, nowMs = NOW_MS, imps = 1 } = asking;
    const fields = {
      ...(person === undefined ? {} : { user: { id: person } }),
      ...(publisher === undefined ? {} : { site: { publisher: { id: publisher } } }),
    };
    const request = requestOf(fields, Array(imps).fill(TITLE_ONLY));
    return bid(solicit(request, {}, { nowMs, conversation, shown }));
  };
  /** What the auction would sell: for each impression the first bid that may be sold. */
  const sell = (asking: Asking): readonly (string | undefined)[] => {
    const reply = ask(asking);
    const bids = reply.kind === 'bids' ? reply.bids : [];
    return Array.from(
      { length: asking.imps ?? 1 },
      (_, index) =>
        bids.find((bid) => bid.impid === String(index + 1) && bid.reserve?.(1_000_000, bid) === 0)
          ?.cid,
    );
  };
  return { ask, sell, held: money.held };
}

export const shoes = (frequency: readonly Cap[], fields: Partial<Campaign> = {}) =>
  campaignOf({ id: 'shoes', domain: 'shoes.example', cpm: 2, frequency, ...fields });
export const FILLER = campaignOf({ id: 'filler', cpm: 1 });
