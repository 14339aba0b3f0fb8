import { type Ad, createAd, seatOf } from './ads.ts';
import { type AdvertiserNumbers, createAdvertiserNumbers } from './advertiser-numbers.ts';
import type { Campaign } from './campaign-schema.ts';

export type AdStore = {
  readonly adOf: (campaign: number) => Ad;
  /** A number that campaigns of one advertiser share. */
  readonly advertiserOf: (campaign: number) => number;
};

/** Ads kept ready to use. Those that win are few and win often. */
const READY_ADS_MAX = 1000;

/** Takes campaigns one by one, in the order of their positions. */
export type AdStoreBuilder = {
  readonly add: (campaign: Campaign) => void;
  readonly finish: () => AdStore;
};

export function createAdStore(campaigns: readonly Campaign[], imageBaseUrl: string): AdStore {
  const { add, finish } = createAdStoreBuilder(imageBaseUrl, createAdvertiserNumbers());
  for (const campaign of campaigns) add(campaign);
  return finish();
}

/**
 * Keeps ads as text and only the recently used ones as objects: an ad is made of some thirty, and a few
 * hundred thousand live objects would lengthen every garbage collection of a process that bids.
 */
export function createAdStoreBuilder(
  imageBaseUrl: string,
  { numberOf }: Pick<AdvertiserNumbers, 'numberOf'>,
): AdStoreBuilder {
  const texts: string[] = [];
  const advertisers: number[] = [];
  return {
    add(campaign) {
      texts.push(JSON.stringify(createAd(campaign, imageBaseUrl)));
      advertisers.push(numberOf(seatOf(campaign)));
    },
    finish: () => adStoreOf(texts, new Int32Array(advertisers)),
  };
}

function adStoreOf(texts: readonly string[], advertisers: Int32Array): AdStore {
  const ready = new Map<number, Ad>();
  return {
    adOf(campaign) {
      const known = ready.get(campaign);
      if (known !== undefined) return known;
      const ad = JSON.parse(texts[campaign] ?? '') as Ad;
      if (ready.size >= READY_ADS_MAX) {
        const [oldest = campaign] = ready.keys();
        ready.delete(oldest);
      }
      ready.set(campaign, ad);
      return ad;
    },
    advertiserOf: (campaign) => advertisers[campaign] ?? -1,
  };
}
