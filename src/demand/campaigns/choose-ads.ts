import type { OpenImp } from '../partner.ts';
import type { AdStore } from './ad-store.ts';
import type { Ad } from './ads.ts';
import type { Ranked } from './campaign-index.ts';
import { type Fit, fitCreative, type Misfit, tellingMisfit } from './fit-creative.ts';

/** Bids per impression: the auction may have to drop the best for a reason that is not known here. */
export const BIDS_PER_IMP_MAX = 3;

/** Campaigns that are tried for one request; the rest pay less than all of these. */
export const CANDIDATES_MAX = 500;

/** Trials of a campaign's creatives against an impression, for one request. */
const TRIALS_MAX = 1000;

/** An impression with more assets takes as many trials as it has this number (ruling 72). */
const ASSETS_PER_TRIAL = 20;

export type Choice = Fit & {
  readonly ad: Ad;
  /** By its position in the list. */
  readonly campaign: number;
  readonly priceMicros: number;
};

export type Choosing = {
  readonly ads: AdStore;
  /** The campaigns that run, the dearest first. */
  readonly nextRanked: () => Ranked | undefined;
  readonly onTrial: ((campaign: number, result: 'fit' | 'misfit') => void) | undefined;
  readonly onMisfit: ((ad: Ad, imp: OpenImp, misfit: Misfit) => void) | undefined;
};

export type Chosen = {
  readonly imp: OpenImp;
  readonly choices: readonly Choice[];
  /** Why there is no choice although campaigns match. */
  readonly misfit: Misfit | undefined;
};

type Candidate = Ranked & { isTaken: boolean };

type Slot = {
  readonly imp: OpenImp;
  readonly choices: Choice[];
  readonly advertisers: number[];
  /** The candidates before it are settled for this impression. */
  next: number;
  misfit: Misfit | undefined;
};

/**
 * The best bids for each impression, from different advertisers. Impressions choose in turn, one campaign
 * a round, and a campaign only once: so the best campaigns spread over the impressions of a request. An
 * impression that is left with nothing may have what others took.
 */
export function chooseAds(
  imps: readonly OpenImp[],
  { ads, nextRanked, onTrial, onMisfit }: Choosing,
): readonly Chosen[] {
  const candidates: Candidate[] = [];
  let trialsLeft = TRIALS_MAX;

  const candidateAt = (position: number): Candidate | undefined => {
    if (position < candidates.length) return candidates[position];
    if (position >= CANDIDATES_MAX) return undefined;
    const ranked = nextRanked();
    if (ranked === undefined) return undefined;
    const { campaign, priceMicros } = ranked;
    const candidate = { campaign, priceMicros, isTaken: false };
    candidates.push(candidate);
    return candidate;
  };

  /** Sharing means choosing among what is taken; the others were tried before and do not fit. */
  const chooseNext = (slot: Slot, isSharing: boolean): void => {
    for (;;) {
      const candidate = candidateAt(slot.next);
      if (candidate === undefined || trialsLeft <= 0) return;
      slot.next++;
      if (candidate.isTaken !== isSharing) continue;
      const { campaign, priceMicros } = candidate;
      const advertiser = ads.advertiserOf(campaign);
      if (slot.advertisers.includes(advertiser)) continue;
      const ad = ads.adOf(campaign);
      trialsLeft -= Math.ceil(slot.imp.native.assets.length / ASSETS_PER_TRIAL);
      const fit = fitCreative(ad.creatives, slot.imp);
      onTrial?.(campaign, typeof fit === 'string' ? 'misfit' : 'fit');
      if (typeof fit === 'string') {
        slot.misfit = tellingMisfit(slot.misfit, fit);
        onMisfit?.(ad, slot.imp, fit);
        continue;
      }
      candidate.isTaken = true;
      slot.advertisers.push(advertiser);
      slot.choices.push({ creative: fit.creative, native: fit.native, ad, campaign, priceMicros });
      return;
    }
  };

  const slots = imps.map(
    (imp): Slot => ({ imp, choices: [], advertisers: [], next: 0, misfit: undefined }),
  );
  for (let round = 0; round < BIDS_PER_IMP_MAX; round++) {
    for (const slot of slots) chooseNext(slot, false);
  }
  for (const slot of slots) {
    if (slot.choices.length > 0) continue;
    slot.next = 0;
    for (let round = 0; round < BIDS_PER_IMP_MAX; round++) chooseNext(slot, true);
  }
  return slots;
}
