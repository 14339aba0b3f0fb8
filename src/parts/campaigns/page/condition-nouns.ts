import type { Condition } from '../../../demand/condition-schema.ts';
import { FIT_FIELD } from '../../../demand/fit-field.ts';
import type { NearlyMatchedRequest } from './api.ts';

const NOUNS: Readonly<Record<keyof Condition, string>> = {
  intents: 'intent',
  minConfidence: 'certainty of the intent',
  topics: 'topic',
  sentiments: 'mood',
  funnelStages: 'funnel stage',
  interests: 'interests',
  behaviors: 'behavior',
  turns: 'turn',
  quickReply: 'kind of message',
  keywords: 'keywords',
  categories: 'content category',
  countries: 'country',
  languages: 'language',
  deviceTypes: 'device type',
  publishers: 'publisher',
  formats: 'format',
  domains: 'site',
  segments: 'segment',
  days: 'day',
  hours: 'hour',
};

/** `targeting.include.countries` → `the country` */
export function conditionNoun(field: string): string {
  if (field === FIT_FIELD) return 'the subject';
  if (field === 'language') return 'the language of its ads';
  const [, side = '', name = ''] = field.split('.');
  const noun = (NOUNS as Readonly<Record<string, string>>)[name] ?? name;
  return side === 'exclude' ? `the excluded ${noun}` : `the ${noun}`;
}

/** `country FRA, you ask for DEU` */
export function missWords({
  field,
  has,
  asks,
}: Pick<NearlyMatchedRequest, 'field' | 'has' | 'asks'>): string {
  if (field === 'language') return `language ${has}, your ads are in ${asks}`;
  const isExcluded = field.startsWith('targeting.exclude.');
  const noun = conditionNoun(field.replace('.exclude.', '.include.')).slice('the '.length);
  if (isExcluded) return has === null ? `${noun} you exclude` : `${noun} ${has}, which you exclude`;
  if (has === null) return `${noun}: none that you ask for`;
  return `${noun} ${has || 'not known'}, you ask for ${asks}`;
}
