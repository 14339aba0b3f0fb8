import { profileOfAd } from '../../src/demand/about-ad.ts';
import { aboutConversation } from '../../src/demand/about-request.ts';
import { CAMPAIGN_FIT_MIN } from '../../src/demand/judge-fit.ts';
import { fitOf } from '../../src/lexicon/fit.ts';

/** A conversation and an ad, judged by a person: whether the ad goes with it. */
export type JudgedPair = {
  readonly language: string;
  readonly context: {
    readonly keywords: readonly string[];
    readonly topics: readonly string[];
    readonly categories: readonly string[];
  };
  readonly ad: {
    readonly title: string;
    readonly text: string;
    readonly keywords: readonly string[];
    readonly categories: readonly string[];
  };
  /** `near`: either would do. */
  readonly verdict: 'fits' | 'near' | 'off';
};

type Kept = { right: number; all: number };

/** Of one language: the pairs that fit and were kept, and those that are off and were dropped. */
export type PairScore = { readonly fits: Kept; readonly off: Kept };

/** undefined: what one of the two is about is not known. */
export function fitOfPair({ language, context, ad }: JudgedPair): number | undefined {
  const about = aboutConversation({
    language,
    keywords: context.keywords,
    topics: context.topics,
    siteCategories: [],
    contentCategories: context.categories,
    title: '',
  });
  const profile = profileOfAd({ ...ad, topics: [], languages: [language] });
  return about && fitOf(about, profile);
}

/** By language, and of all under ''. */
export function scorePairs(pairs: readonly JudgedPair[]): ReadonlyMap<string, PairScore> {
  const scores = new Map<string, PairScore>();
  for (const pair of pairs) {
    if (pair.verdict === 'near') continue;
    const isKept = (fitOfPair(pair) ?? 1) >= CAMPAIGN_FIT_MIN;
    for (const name of ['', pair.language]) {
      const score = scores.get(name) ?? { fits: { right: 0, all: 0 }, off: { right: 0, all: 0 } };
      scores.set(name, score);
      const kept = score[pair.verdict];
      kept.all++;
      if (isKept === (pair.verdict === 'fits')) kept.right++;
    }
  }
  return scores;
}
