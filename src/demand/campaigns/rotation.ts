import type { OpenImp } from '../../core/auction/partner.ts';
import type { AdCreative, CampaignAd } from './ads.ts';

const WEIGHT_DEFAULT = 1;

/** How much a creative is wanted for one impression, of those that fit. Among equals the first in the campaign wins. */
export type Preference = (creative: AdCreative, imp: OpenImp) => number;

/** undefined: the first that fits. */
export function preferenceOf(
  ad: CampaignAd,
  chance: () => number,
  /** What an impression of a creative is expected to bring. */
  promiseOf: Preference,
): Preference | undefined {
  const { rotation, creatives } = ad;
  if (rotation === undefined || creatives.length === 1) return undefined;
  switch (rotation) {
    case 'even':
      return chance;
    case 'weighted':
      // The largest of such draws is each creative's with the probability of its weight, also where only some of them
      // fit (Efraimidis and Spirakis, 2006): so none has to be composed that is not shown.
      return ({ weight = WEIGHT_DEFAULT }) => chance() ** (1 / weight);
    case 'best':
      return promiseOf;
  }
}
