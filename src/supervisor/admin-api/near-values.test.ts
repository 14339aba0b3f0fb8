import { expect, test } from 'bun:test';
import { campaignOf } from '../../../test/campaigns/test-support.ts';
import { missWords } from '../../console/campaigns/condition-nouns.ts';
import type { Condition } from '../../demand/condition-schema.ts';
import { Refusal } from '../../openrtb/refusal.ts';
import { validate } from '../../openrtb/validate.ts';
import { nearlyMatchedRequest } from './near-values.ts';

const requestOf = (intent: string) =>
  validate({
    id: 'sample',
    imp: [{ id: '1', native: { request: '{"assets":[{"id":1,"title":{"len":90}}]}' } }],
    site: {
      domain: 'chat.example.com',
      publisher: { id: 'pub-1' },
      keywords: 'secret',
      content: { language: 'fr' },
    },
    device: { geo: { country: 'FRA' }, devicetype: 4 },
    ext: {
      service: {
        messageSequenceNumber: 3,
        messageLength: 0,
        sessionDurationMs: 0,
        isQuickReply: false,
        intent: { value: intent, confidence: 0.4, topics: ['secret'], signals: [] },
      },
    },
  });

function wordsOf(side: 'include' | 'exclude', condition: Condition, intent = 'comparison'): string {
  const request = requestOf(intent);
  if (request instanceof Refusal) throw new Error('expected a request');
  const [name = ''] = Object.keys(condition);
  const campaign = campaignOf({ id: 'c', targeting: { [side]: condition } });
  const atMs = Date.UTC(2026, 10, 3, 23, 30);
  const miss = { atMs, requestId: null, field: `targeting.${side}.${name}`, request };
  return missWords(nearlyMatchedRequest(miss, campaign));
}

test('each condition that failed is told with what the request has and what the campaign asks for', () => {
  const words = (condition: Condition) => wordsOf('include', condition);
  expect(words({ countries: ['DEU'] })).toBe('country FRA, you ask for DEU');
  expect(words({ languages: ['de', 'en'] })).toBe('language fr, you ask for de, en');
  expect(words({ intents: ['buy'] })).toBe('intent comparison, you ask for buy');
  expect(words({ sentiments: ['positive'] })).toBe('mood not known, you ask for positive');
  expect(words({ turns: { from: 5 } })).toBe('turn 3, you ask for 5 to any');
  expect(words({ minConfidence: 0.8 })).toBe(
    'certainty of the intent 40 %, you ask for at least 80 %',
  );
  expect(words({ hours: { from: 8, to: 20 } })).toBe('hour 23:30 (UTC), you ask for 8 to 20');
  expect(words({ days: ['sat'] })).toBe('day tue, you ask for sat');
  expect(words({ quickReply: true })).toBe('kind of message typed, you ask for quick reply');
  expect(words({ countries: ['AUT', 'BEL', 'CHE', 'DEU', 'ESP', 'GBR', 'ITA'] })).toBe(
    'country FRA, you ask for AUT, BEL, CHE, DEU, ESP and 2 more',
  );
  expect(wordsOf('exclude', { countries: ['FRA'] })).toBe('country FRA, which you exclude');
});

test('the words of a conversation are not told, only that they do not match', () => {
  const said = [
    wordsOf('include', { keywords: ['tent'] }),
    wordsOf('include', { topics: ['tents'] }),
    wordsOf('exclude', { keywords: ['secret'] }),
    wordsOf('include', { intents: ['buy'] }, 'leave my husband'),
    wordsOf('exclude', { intents: ['secret'] }, 'secret'),
  ];
  expect(said).toEqual([
    'keywords: none that you ask for',
    'topic: none that you ask for',
    'keywords you exclude',
    'intent: none that you ask for',
    'intent you exclude',
  ]);
});
