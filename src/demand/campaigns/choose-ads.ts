import type { OpenImp } from '../../core/auction/partner.ts';
import type { CampaignAd } from './ads.ts';
import type { Ranked } from './campaign-index.ts';
import {
  type Fit,
  fitCreative,
  type Misfit,
  type Preference,
  tellingMisfit,
} from './fit-creative.ts';

/** Bids per impression: the auction may have to drop the best for a reason that is not known here. */
export const BIDS_PER_IMP_MAX = 3;

/** Campaigns that are tried for one request; the rest pay less than all of these. */
const CANDIDATES_MAX = 500;

/** Trials of a campaign's creatives against an impression, for one request. */
const TRIALS_MAX = 1000;

/** An impression with more assets takes as many trials as it has this number (ruling 72). */
const ASSETS_PER_TRIAL = 20;

export type AdChoice = Fit & {
  readonly ad: CampaignAd;
  readonly ranked: Ranked;
};

export type Choosing = {
  /** The campaigns that run, the best by price and fit first. */
  readonly next: () => Ranked | undefined;
  readonly preferenceOf: (ad: CampaignAd, ranked: Ranked) => Preference | undefined;
  readonly onTrial: ((ranked: Ranked, result: 'fit' | 'misfit') => void) | undefined;
  readonly onMisfit: ((ad: CampaignAd, imp: OpenImp, misfit: Misfit) => void) | undefined;
};

export type Chosen = {
  readonly imp: OpenImp;
  readonly choices: readonly AdChoice[];
  /** Why there is no choice although campaigns match. */
  readonly misfit: Misfit | undefined;
};

/** What is chosen for one impression. */
type ImpAds = {
  readonly imp: OpenImp;
  readonly choices: AdChoice[];
  readonly advertisers: string[];
  /** The contenders before it are settled for this impression. */
  next: number;
  misfit: Misfit | undefined;
};

/**
 * The best bids for each impression, from different advertisers. Impressions choose in turn, one campaign
 * a round, and a campaign only once: so the best campaigns spread over the impressions of a request. An
 * impression that is left with nothing may have what others took.
 */
export function chooseAds(imps: readonly OpenImp[], choosing: Choosing): readonly Chosen[] {
  const chosen: ImpAds[] = [];
  for (const imp of imps) {
    chosen.push({ imp, choices: [], advertisers: [], next: 0, misfit: undefined });
  }
  const contenders: Contenders = { read: [], isOver: false, trialsLeft: TRIALS_MAX };
  for (let round = 0; round < BIDS_PER_IMP_MAX; round++) {
    for (const impAds of chosen) chooseNext(impAds, false, contenders, choosing);
  }
  for (const impAds of chosen) {
    if (impAds.choices.length > 0) continue;
    impAds.next = 0;
    for (let round = 0; round < BIDS_PER_IMP_MAX; round++) {
      chooseNext(impAds, true, contenders, choosing);
    }
  }
  return chosen;
}

/** The campaigns by their rank, each taken from the ranking once, however many impressions ask for it. */
type Contenders = { readonly read: Ranked[]; isOver: boolean; trialsLeft: number };

/** Among what is free, or among what others have taken: the free ones were tried before then, and do not fit. */
function chooseNext(
  impAds: ImpAds,
  isAmongTaken: boolean,
  contenders: Contenders,
  { next, preferenceOf, onTrial, onMisfit }: Choosing,
): void {
  for (;;) {
    const ranked = contenderAt(impAds.next, contenders, next);
    if (ranked === undefined || contenders.trialsLeft <= 0) return;
    impAds.next++;
    if (ranked.isTaken !== isAmongTaken) continue;
    const { table, campaign } = ranked;
    const advertiser = table.seatOf(campaign);
    if (impAds.advertisers.includes(advertiser)) continue;
    const ad = table.adOf(campaign);
    contenders.trialsLeft -= Math.ceil(impAds.imp.native.assets.length / ASSETS_PER_TRIAL);
    const fit = fitCreative(ad.creatives, impAds.imp, preferenceOf(ad, ranked));
    onTrial?.(ranked, typeof fit === 'string' ? 'misfit' : 'fit');
    if (typeof fit === 'string') {
      impAds.misfit = tellingMisfit(impAds.misfit, fit);
      onMisfit?.(ad, impAds.imp, fit);
      continue;
    }
    ranked.isTaken = true;
    impAds.advertisers.push(advertiser);
    impAds.choices.push({ creative: fit.creative, native: fit.native, ad, ranked });
    return;
  }
}

function contenderAt(
  index: number,
  contenders: Contenders,
  next: Choosing['next'],
): Ranked | undefined {
  const { read } = contenders;
  if (index < read.length) return read[index];
  if (contenders.isOver || index >= CANDIDATES_MAX) return undefined;
  const ranked = next();
  if (ranked === undefined) contenders.isOver = true;
  else read.push(ranked);
  return ranked;
}
