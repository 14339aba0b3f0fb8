import type { Condition } from '../../../demand/condition-schema.ts';

type ConditionWords = {
  readonly [Key in keyof Condition]-?: (value: NonNullable<Condition[Key]>, zone: string) => string;
};

const anyOf = (values: readonly (string | number)[]) => values.join(', ');

/** Each condition in words, by its name. */
const WORDS: ConditionWords = {
  intents: (values) => `the intent is ${anyOf(values)}`,
  minConfidence: (value) => `the intent is at least ${Math.round(value * 100)} % certain`,
  topics: (values) => `the topic is ${anyOf(values)}`,
  sentiments: (values) => `the mood is ${anyOf(values)}`,
  funnelStages: (values) => `the person is at ${anyOf(values)}`,
  interests: (values) => `the person is interested in ${anyOf(values)}`,
  behaviors: (values) => `the person ${anyOf(values)}`,
  turns: ({ from, to }) => `the turn is ${from ?? 1} to ${to ?? 'any'}`,
  quickReply: (value) => (value ? 'the message is a quick reply' : 'the message is typed'),
  keywords: (values) => `the conversation is about ${anyOf(values)}`,
  categories: (values) => `the content category is ${anyOf(values)}`,
  countries: (values) => `the country is ${anyOf(values)}`,
  languages: (values) => `the language is ${anyOf(values)}`,
  deviceTypes: (values) => `the device type is ${anyOf(values)}`,
  publishers: (values) => `the publisher is ${anyOf(values)}`,
  formats: (values) => `the format is ${anyOf(values)}`,
  domains: (values) => `the site is ${anyOf(values)}`,
  segments: (values) => `the person is in the segment ${anyOf(values)}`,
  days: (values, zone) => `the day is ${anyOf(values)} (${zone})`,
  hours: ({ from, to }, zone) => `the hour is ${from} to ${to} (${zone})`,
};

/** One phrase for each condition. A condition that is new here is shown as it is written. Days and hours are of the zone. */
export function conditionWords(condition: Condition | undefined, zone: string): readonly string[] {
  return Object.entries(condition ?? {}).map(([name, value]) => {
    const words = (WORDS as Readonly<Record<string, (value: never, zone: string) => string>>)[name];
    return words === undefined ? `${name}: ${JSON.stringify(value)}` : words(value as never, zone);
  });
}
