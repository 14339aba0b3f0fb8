import { FIT_MIN } from '../../src/core/auction/judge-fit.ts';
import { profileOfAd } from '../../src/demand/about-ad.ts';
import { aboutConversation } from '../../src/demand/about-request.ts';
import { fitOf } from '../../src/language/lexicon/fit.ts';
import type { Pair } from './labelled.ts';

/** Of the pairs that fit, how many run; of those that are off, how many do not. */
type PairScore = { fits: number; kept: number; off: number; dropped: number };

/** undefined: what one of the two is about is not known. */
function fitOfPair({ language, context, ad }: Pair): number | undefined {
  const about = aboutConversation({
    language,
    keywords: context.keywords,
    topics: context.topics,
    siteCategories: [],
    contentCategories: context.categories,
    title: '',
    intent: context.intent,
  });
  const profile = profileOfAd({ ...ad, topics: [], languages: [language] });
  return about && fitOf(about, profile);
}

/** By language, and of all of them. */
export function scorePairs(pairs: readonly Pair[]): Readonly<Record<string, PairScore>> {
  const scores: Record<string, PairScore> = {};
  for (const pair of pairs) {
    const runs = (fitOfPair(pair) ?? 1) >= FIT_MIN;
    for (const name of [pair.language, 'all']) {
      const score = scores[name] ?? { fits: 0, kept: 0, off: 0, dropped: 0 };
      scores[name] = score;
      if (pair.verdict === 'fits') {
        score.fits++;
        if (runs) score.kept++;
      } else if (pair.verdict === 'off') {
        score.off++;
        if (!runs) score.dropped++;
      }
    }
  }
  return scores;
}
