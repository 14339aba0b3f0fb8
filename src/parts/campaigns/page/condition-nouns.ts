import type { Condition } from '../../../demand/condition-schema.ts';
import { FIT_FIELD } from '../../../demand/fit-field.ts';

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
