import { below, one, some, WORDS } from './many-campaigns.ts';

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

/** Bodies with something of what the many campaigns ask for, each with other things. */
export function variedBodies(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => JSON.stringify(request(index)));
}

function request(index: number): object {
  return {
    id: `r${index}`,
    imp: [{ id: '1', native: { request: NATIVE } }],
    site: {
      domain: 'chat.example.com',
      cat: some(WORDS.categories, 2),
      keywords: some(WORDS.keywords, 4).join(','),
      publisher: { id: one(WORDS.publishers) },
    },
    device: {
      language: one(WORDS.languages),
      devicetype: one([1, 2, 4]),
      geo: { country: one(WORDS.countries) },
    },
    user: { data: [{ segment: some(WORDS.segments, 5).map((id) => ({ id })) }] },
    ext: {
      service: {
        messageSequenceNumber: 1 + below(8),
        messageLength: 40,
        isQuickReply: below(5) === 0,
        sessionDurationMs: 60_000,
        intent: {
          value: one(WORDS.intents),
          confidence: 0.5 + below(50) / 100,
          topics: some(WORDS.topics, 3),
          signals: [],
        },
        sentiment: { value: one(WORDS.sentiments), score: 0 },
        funnel: { stage: one(WORDS.stages), progress: 0.5 },
        audience: { interests: some(WORDS.interests, 3) },
      },
    },
  };
}
