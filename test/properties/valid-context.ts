import fc from 'fast-check';
import { shape } from './shape.ts';
import { count, real, text, texts } from './values.ts';

/** The context extension, with listed and unlisted intents. */

const intent = shape({
  value: fc.oneof(
    fc.constantFrom(
      'purchase_inquiry',
      'information_seeking',
      'support_request',
      'comparison',
      'objection_handling',
    ),
    text.filter((value) => value !== ''),
  ),
  confidence: real(0, 1),
  topics: texts,
  signals: texts,
});

const sentiment = shape({
  value: fc.constantFrom('positive', 'neutral', 'negative'),
  score: real(-1, 1),
});

const funnel = shape({
  stage: fc.constantFrom('awareness', 'consideration', 'intent', 'conversion'),
  progress: real(0, 1),
});

const audience = shape({}, { interests: texts, behaviors: texts });

export const validContext = shape(
  {
    messageSequenceNumber: count(1),
    messageLength: count(0),
    isQuickReply: fc.boolean(),
    sessionDurationMs: count(0),
  },
  { userThinkTimeMs: count(0), intent, sentiment, funnel, audience },
);
