import type { NoBidReason } from '../../openrtb/no-bid.ts';
import type { Passed, Rejection } from '../partner.ts';
import type { Offer } from './read-offers.ts';

/** Of one impression. An offer beyond it is still listed where its reason is not in the list yet. */
export const PASSED_LISTED_MAX = 5;

const TITLE_CHARACTERS_MAX = 80;

export type PassedOffers = {
  readonly add: (offer: Offer, rejection: Rejection) => void;
  readonly list: () => readonly Passed[];
};

/** The offers that were passed over for one impression: the first few, and at least one for each reason. */
export function createPassedOffers(impid: string): PassedOffers {
  const passed: Passed[] = [];
  const reasons = new Set<NoBidReason>();
  return {
    add({ id, title }, { slug, reason: fault }) {
      if (passed.length >= PASSED_LISTED_MAX && reasons.has(slug)) return;
      reasons.add(slug);
      const offer = { id, title: title.slice(0, TITLE_CHARACTERS_MAX), fault };
      passed.push({ impid, reason: slug, offer });
    },
    list: () => passed,
  };
}
