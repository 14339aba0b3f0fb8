import { describe, expect, test } from 'bun:test';
import { Refusal } from '../openrtb/refusal.ts';
import { validate } from '../openrtb/validate.ts';
import {
  dimensionsOf,
  formatDimension,
  type RequestDimensions,
  VALUES,
} from './report-dimensions.ts';

const NATIVE = { request: '{"assets":[{"id":1,"title":{"len":50}}]}' };
const CONTEXT = {
  messageSequenceNumber: 3,
  messageLength: 40,
  isQuickReply: false,
  sessionDurationMs: 1000,
};

function dimensions(rest: object): RequestDimensions {
  const request = validate({ id: 'r', imp: [{ id: 'i', native: NATIVE }], ...rest });
  if (request instanceof Refusal) throw new Error(request.details.reason);
  return dimensionsOf(request);
}

const inContext = (context: object) => dimensions({ ext: { service: { ...CONTEXT, ...context } } });
const intent = (value: string) => ({ value, confidence: 1, topics: [], signals: [] });

describe('what a request can be reported by', () => {
  test('is empty where the request says nothing', () => {
    const unknown = { publisher: '', country: '', intent: '', funnel: '', sentiment: '', turn: '' };
    expect(dimensions({})).toEqual(unknown);
  });

  test('is what the request says', () => {
    const whole = dimensions({
      app: { publisher: { id: 'pub-9' } },
      device: { geo: { country: 'deu' } },
      ext: {
        service: {
          ...CONTEXT,
          intent: intent('comparison'),
          sentiment: { value: 'positive', score: 0.5 },
          funnel: { stage: 'awareness', progress: 0.1 },
        },
      },
    });
    expect(whole).toEqual({
      publisher: 'pub-9',
      country: 'DEU',
      intent: 'comparison',
      funnel: 'awareness',
      sentiment: 'positive',
      turn: '2-3',
    });
  });

  test('shortens long names', () => {
    const id = 'p'.repeat(300);
    expect(dimensions({ site: { publisher: { id } } }).publisher).toMatch(/^p{24}~[\w-]{11}$/);
  });

  test('takes the country of the user where the device has none, and no nonsense', () => {
    const user = (country: unknown) => dimensions({ user: { geo: { country } } }).country;
    expect(user('US')).toBe('USA');
    for (const nonsense of ['Germany', 5, {}, 'ß', '']) expect(user(nonsense)).toBe('');
    expect(dimensions({ user: { geo: 5 } }).country).toBe('');
    const both = { device: { geo: { country: 'FRA' } }, user: { geo: { country: 'USA' } } };
    expect(dimensions(both).country).toBe('FRA');
  });

  test('calls an intent that is not listed `other`', () => {
    expect(inContext({ intent: intent('small_talk') }).intent).toBe('other');
  });

  test('calls a format of the config `other`', () => {
    expect(formatDimension('own_card')).toBe('other');
    expect(formatDimension('native_mention')).toBe('native_mention');
    expect(formatDimension(undefined)).toBe('');
  });

  test('puts messages into buckets', () => {
    const buckets = [1, 2, 3, 4, 7, 8, 15, 16, 10_000].map(
      (messageSequenceNumber) => inContext({ messageSequenceNumber }).turn,
    );
    expect(buckets).toEqual(['1', '2-3', '2-3', '4-7', '4-7', '8-15', '8-15', '16+', '16+']);
  });

  test('has positions in tokens that never change, and fit', () => {
    expect(VALUES).toEqual({
      format: [
        '',
        'native_standard',
        'native_content',
        'sponsored_recommendation',
        'native_mention',
        'native_product_card',
        'other',
      ],
      intent: [
        '',
        'other',
        'purchase_inquiry',
        'information_seeking',
        'support_request',
        'comparison',
        'objection_handling',
      ],
      funnel: ['', 'awareness', 'consideration', 'intent', 'conversion'],
      sentiment: ['', 'positive', 'neutral', 'negative'],
      turn: ['', '1', '2-3', '4-7', '8-15', '16+'],
    });
    const { format, intent, funnel, sentiment, turn } = VALUES;
    expect(format.length).toBeLessThanOrEqual(256);
    expect(Math.max(intent.length, funnel.length, turn.length)).toBeLessThanOrEqual(8);
    expect(sentiment.length).toBeLessThanOrEqual(4);
  });
});
