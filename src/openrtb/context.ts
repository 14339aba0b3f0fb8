import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../lib/readonly.ts';
import { count, strings } from './fields.ts';
import { classified, contextual } from './privacy-class.ts';
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

const Audience = classified(
  { interests: Type.Optional(Words), behaviors: Type.Optional(Words) },
  { interests: 'audience', behaviors: 'audience' },
);

export const ContextSchema = classified(
  {
    messageSequenceNumber: count(1),
    messageLength: count(0),
    isQuickReply: Type.Boolean(),
    userThinkTimeMs: Type.Optional(count(0)),
    sessionDurationMs: count(0),
    intent: Type.Optional(Intent),
    sentiment: Type.Optional(Sentiment),
    funnel: Type.Optional(Funnel),
    audience: Type.Optional(Audience),
  },
  {
    messageSequenceNumber: 'context',
    messageLength: 'context',
    isQuickReply: 'context',
    userThinkTimeMs: 'context',
    sessionDurationMs: 'context',
    intent: 'nested',
    sentiment: 'nested',
    funnel: 'nested',
    audience: 'nested',
  },
  { description: 'Context enhancement: the conversation around the ad.' },
);

export type Context = DeepReadonly<Static<typeof ContextSchema>>;
