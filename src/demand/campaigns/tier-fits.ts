import { FIT_MIN, type KnownFit } from '../../core/auction/judge-fit.ts';
import type { About } from '../../language/lexicon/about.ts';
import { fitOf, PROFILE_BYTES } from '../../language/lexicon/fit.ts';
import { type AdWords, profileOfAd } from '../about-ad.ts';
import type { Condition } from '../condition-schema.ts';
import { primarySubtag } from '../request-language.ts';
import type { Campaign } from './campaign-schema.ts';

export type TierFits = ReturnType<typeof tierFitsOf>;

/** Creatives whose words are read. */
const CREATIVES_READ_MAX = 3;

/** The conditions that name words of a conversation. */
const WORD_CONDITIONS: readonly (keyof Condition)[] = ['keywords', 'topics', 'categories'];

function wordsOfCampaign(campaign: Campaign): AdWords {
  const { categories = [], targeting, creatives, language } = campaign;
  const { keywords = [], topics = [], languages = [] } = targeting?.include ?? {};
  const read = creatives.slice(0, CREATIVES_READ_MAX);
  return {
    categories,
    title: read.map(({ title }) => title).join(' '),
    text: read.flatMap(({ description }) => description ?? []).join(' '),
    keywords,
    topics,
    languages: language === undefined ? languages.map(primarySubtag) : [language],
  };
}

/** Takes campaigns one by one, in the order of their positions. */
export function createTierFitsBuilder() {
  const profiles: number[] = [];
  const targetsWords: number[] = [];
  return {
    add(campaign: Campaign): void {
      profiles.push(...profileOfAd(wordsOfCampaign(campaign)));
      const include = campaign.targeting?.include ?? {};
      targetsWords.push(WORD_CONDITIONS.some((name) => include[name] !== undefined) ? 1 : 0);
    },
    finish: () => tierFitsOf(Uint8Array.from(profiles), Uint8Array.from(targetsWords)),
  };
}

function tierFitsOf(profiles: Uint8Array, targetsWords: Uint8Array) {
  const fitFor = (campaign: number, conversation: About): number | undefined =>
    fitOf(conversation, profiles, campaign * PROFILE_BYTES);
  return {
    /** undefined: nothing is known of the campaign. */
    fitFor,
    /** Whether a campaign that fits so well is about something else. One that targets no words runs on anything, unless all ads have to be relevant. */
    isOffTopic: (campaign: number, fit: number | undefined, onlyRelevant: boolean): boolean =>
      fit !== undefined && fit < FIT_MIN && (onlyRelevant || targetsWords[campaign] === 1),
    /** The fit with what it is made of, for the explanation. */
    known(
      campaign: number,
      score: number | undefined,
      conversation: About | undefined,
    ): KnownFit | undefined {
      if (conversation === undefined || score === undefined) return undefined;
      const start = campaign * PROFILE_BYTES;
      return { score, profile: profiles.slice(start, start + PROFILE_BYTES), conversation };
    },
  };
}
