import type { OpenImp } from '../../core/auction/partner.ts';
import type { CampaignAd } from './ads.ts';
import type { Ranked } from './campaign-index.ts';
import {
  type AdChoice,
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

/** What is chosen for one impression. */
export type Chosen = {
  readonly imp: OpenImp;
  readonly choices: AdChoice[];
  /** The contenders before it are settled for this impression. */
  next: number;
  /** Why there is no choice although campaigns match. */
  misfit: Misfit | undefined;
};

type Choosing = {
  /** The campaigns that run on the request, the best by price and fit first. */
  readonly next: () => Ranked | undefined;
  readonly preferenceOf: (ad: CampaignAd, ranked: Ranked) => Preference | undefined;
  readonly onTrial: ((ranked: Ranked, result: 'fit' | 'misfit') => void) | undefined;
  readonly onMisfit: (ad: CampaignAd, imp: OpenImp, misfit: Misfit) => void;
};

/**
 * The best bids for each impression, from different advertisers. Impressions choose in turn, one campaign
 * a round, and a campaign only once: so the best campaigns spread over the impressions of a request. An
 * impression that is left with nothing may have what others took. One request is served after the other.
 */
export function createChooser({ next, preferenceOf, onTrial, onMisfit }: Choosing) {
  /** The campaigns by their rank, each taken from the ranking once, however many impressions ask for it. */
  const read: Ranked[] = [];
  let isOver = false;
  let trialsLeft = 0;

  function contenderAt(index: number): Ranked | undefined {
    if (index < read.length) return read[index];
    if (isOver || index >= CANDIDATES_MAX) return undefined;
    const ranked = next();
    if (ranked === undefined) isOver = true;
    else read.push(ranked);
    return ranked;
  }

  /** Among what is free, or among what others have taken: the free ones were tried before then, and do not fit. */
  function chooseNext(chosen: Chosen, isAmongTaken: boolean): void {
    const { imp, choices } = chosen;
    for (;;) {
      const ranked = contenderAt(chosen.next);
      if (ranked === undefined || trialsLeft <= 0) return;
      chosen.next++;
      if (ranked.isTaken !== isAmongTaken || hasAdvertiserOf(ranked, choices)) continue;
      const ad = ranked.table.adOf(ranked.campaign);
      trialsLeft -= Math.ceil(imp.native.assets.length / ASSETS_PER_TRIAL);
      const choice = fitCreative(ad, ranked, imp, preferenceOf(ad, ranked));
      onTrial?.(ranked, typeof choice === 'string' ? 'misfit' : 'fit');
      if (typeof choice !== 'string') {
        ranked.isTaken = true;
        choices.push(choice);
        return;
      }
      chosen.misfit = tellingMisfit(chosen.misfit, choice);
      onMisfit(ad, imp, choice);
    }
  }

  return (imps: readonly OpenImp[]): readonly Chosen[] => {
    read.length = 0;
    isOver = false;
    trialsLeft = TRIALS_MAX;
    const all: Chosen[] = [];
    for (const imp of imps) all.push({ imp, choices: [], next: 0, misfit: undefined });
    for (let round = 0; round < BIDS_PER_IMP_MAX; round++) {
      for (const chosen of all) chooseNext(chosen, false);
    }
    for (const chosen of all) {
      if (chosen.choices.length > 0) continue;
      chosen.next = 0;
      for (let round = 0; round < BIDS_PER_IMP_MAX; round++) chooseNext(chosen, true);
    }
    return all;
  };
}

function hasAdvertiserOf({ table, campaign }: Ranked, choices: readonly AdChoice[]): boolean {
  const advertiser = table.seatOf(campaign);
  for (const { ranked } of choices) {
    if (ranked.table.seatOf(ranked.campaign) === advertiser) return true;
  }
  return false;
}
