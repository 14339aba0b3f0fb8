import { below, happens, one, some } from './chance.ts';
import * as vocabulary from './vocabulary.ts';

const NATIVE = JSON.stringify({
  ver: '1.2',
  assets: [
    { id: 1, required: 1, title: { len: 60 } },
    { id: 2, required: 1, img: { type: 3, wmin: 600, hmin: 314 } },
    { id: 3, required: 1, data: { type: 1, len: 25 } },
    { id: 4, data: { type: 2, len: 140 } },
    { id: 5, data: { type: 12, len: 15 } },
  ],
});

/** Bid requests with something of what campaigns ask for, each with other things. */
export function variedRequests(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => request(index));
}

function request(index: number): object {
  return {
    id: `r${index}`,
    imp: [{ id: '1', native: { request: NATIVE } }],
    site: {
      domain: 'chat.example.com',
      cat: some(vocabulary.CATEGORIES, 2),
      keywords: some(vocabulary.KEYWORDS, 4).join(','),
      publisher: { id: one(vocabulary.PUBLISHERS) },
    },
    device: {
      language: one(vocabulary.LANGUAGES),
      devicetype: one([1, 2, 4]),
      geo: { country: one(vocabulary.COUNTRIES) },
    },
    user: { data: [{ segment: some(vocabulary.SEGMENTS, 5).map((id) => ({ id })) }] },
    ext: {
      service: {
        messageSequenceNumber: 1 + below(8),
        messageLength: 40,
        isQuickReply: happens(0.2),
        sessionDurationMs: 60_000,
        intent: {
          value: one(vocabulary.INTENTS),
          confidence: 0.5 + below(50) / 100,
          topics: some(vocabulary.TOPICS, 3),
          signals: [],
        },
        sentiment: { value: one(vocabulary.SENTIMENTS), score: 0 },
        funnel: { stage: one(vocabulary.STAGES), progress: 0.5 },
        audience: { interests: some(vocabulary.INTERESTS, 3) },
      },
    },
  };
}
