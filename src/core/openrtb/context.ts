import Type from 'typebox';
import { count, strings } from './fields.ts';
import { classified, contextual, optional, required } from './privacy-class.ts';
import { REQUEST_ITEMS_MAX } from './size-limits.ts';

/** The context extension, `ext.service`: what the conversation is about and where it stands. */

const Words = strings(REQUEST_ITEMS_MAX.contextWords);

const Share = Type.Number({ minimum: 0, maximum: 1 });

/** Ruling 21: a value outside this list is accepted with a warning. */
export const LISTED_INTENTS: readonly string[] = [
  'purchase_inquiry',
  'information_seeking',
  'support_request',
  'comparison',
  'objection_handling',
];

const Intent = contextual({
  value: Type.String({ minLength: 1, examples: LISTED_INTENTS }),
  confidence: Share,
  topics: Words,
  signals: Words,
});

export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const;

const Sentiment = contextual({
  value: Type.Enum([...SENTIMENTS]),
  // Ruling 20: the wider of the spec's two ranges.
  score: Type.Number({ minimum: -1, maximum: 1 }),
});

export const FUNNEL_STAGES = ['awareness', 'consideration', 'intent', 'conversion'] as const;

const Funnel = contextual({
  stage: Type.Enum([...FUNNEL_STAGES]),
  progress: Share,
});

const Audience = classified({
  interests: optional('audience', Words),
  behaviors: optional('audience', Words),
});

export const ContextSchema = classified(
  {
    messageSequenceNumber: required('context', count(1)),
    messageLength: required('context', count(0)),
    isQuickReply: required('context', Type.Boolean()),
    userThinkTimeMs: optional('context', count(0)),
    sessionDurationMs: required('context', count(0)),
    intent: optional('nested', Intent),
    sentiment: optional('nested', Sentiment),
    funnel: optional('nested', Funnel),
    audience: optional('nested', Audience),
  },
  {},
  { description: 'Context enhancement: the conversation around the ad.' },
);
