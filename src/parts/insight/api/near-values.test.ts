import { expect, test } from 'bun:test';
import { campaignOf } from '../../../../test/campaigns/test-support.ts';
import { validate } from '../../../core/openrtb/validate.ts';
import type { Condition } from '../../../demand/condition-schema.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { missWords } from '../../campaigns/page/condition-nouns.ts';
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
