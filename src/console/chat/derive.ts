import { INTENT_CUES, NEGATION, NEGATIVE, POSITIVE, SIGNAL_CUES, STOP_WORDS } from './lexicon.ts';
import { findPrice, type PriceBounds } from './price.ts';

/**
 * Derives keywords, price, intent and sentiment from a message with simple rules. A product would use a language
 * model instead. The result has the same form.
 */
export type Understood = {
  readonly keywords: readonly string[];
  readonly price: PriceBounds | undefined;
  readonly intent: Intent;
  readonly sentiment: Sentiment;
  readonly funnel: Funnel;
};

type Intent = {
  readonly value: string;
  readonly confidence: number;
  readonly topics: readonly string[];
  readonly signals: readonly string[];
  readonly because: string;
};

type Sentiment = {
  readonly value: 'positive' | 'neutral' | 'negative';
  readonly score: number;
  readonly because: string;
};

type Funnel = {
  readonly stage: 'awareness' | 'consideration' | 'intent' | 'conversion';
  readonly progress: number;
  readonly because: string;
};

export function derive(message: string): Understood {
  const text = message.replaceAll('’', "'");
  const price = findPrice(text);
  const keywords = findKeywords(price === undefined ? text : text.replace(price.because, ' . '));
  const intent = findIntent(text, keywords, price);
  return { keywords, price, intent, sentiment: findSentiment(text), funnel: findFunnel(intent) };
}

const KEYWORDS_MAX = 10;
const PHRASE_WORDS_MAX = 3;

/**
 * Consecutive words that are not stop words form one keyword: "trail running shoes". A longer keyword also yields
 * its last two words, which usually name the product.
 */
function findKeywords(text: string): readonly string[] {
  const keywords = new Set<string>();
  for (const clause of text.toLowerCase().split(/[.,;:!?()"\n]+/)) {
    let phrase: string[] = [];
    const finish = () => {
      if (phrase.length > 0) keywords.add(phrase.slice(-PHRASE_WORDS_MAX).join(' '));
      if (phrase.length >= PHRASE_WORDS_MAX) keywords.add(phrase.slice(-2).join(' '));
      phrase = [];
    };
    for (const word of clause.match(/[\p{Letter}\p{Number}][\p{Letter}\p{Number}'+#-]*/gu) ?? []) {
      if (STOP_WORDS.has(word) || /^\d+$/.test(word)) finish();
      else phrase.push(word);
    }
    finish();
  }
  return [...keywords].slice(0, KEYWORDS_MAX);
}

function findIntent(
  text: string,
  keywords: readonly string[],
  price: PriceBounds | undefined,
): Intent {
  const signals = [
    ...(price === undefined ? [] : ['price_mentioned']),
    ...SIGNAL_CUES.filter(({ phrase }) => phrase.test(text)).map(({ means }) => means),
  ];
  const topics = keywords.slice(0, 3);
  for (const { intent, phrase } of INTENT_CUES) {
    const found = phrase.exec(text);
    if (found === null) continue;
    const confidence = signals.length > 0 ? 0.9 : 0.75;
    return { value: intent, confidence, topics, signals, because: `“${found[0]}”` };
  }
  if (price !== undefined) {
    const because = `a price: “${price.because}”`;
    return { value: 'purchase_inquiry', confidence: 0.8, topics, signals, because };
  }
  const isQuestion =
    text.includes('?') || /^\s*(?:how|what|why|when|who|where|which)\b/i.test(text);
  return {
    value: 'information_seeking',
    confidence: isQuestion ? 0.7 : 0.4,
    topics,
    signals,
    because: isQuestion ? 'a question' : 'no other rule matched',
  };
}

function findSentiment(text: string): Sentiment {
  const words: string[] = [];
  let score = 0;
  for (const [feeling, weight] of [
    [POSITIVE, 1],
    [NEGATIVE, -1],
  ] as const) {
    for (const found of text.matchAll(new RegExp(feeling.source, 'gi'))) {
      const isTurned = NEGATION.test(text.slice(0, found.index));
      score += isTurned ? -weight : weight;
      words.push(`“${isTurned ? 'not ' : ''}${found[0]}”`);
    }
  }
  const bounded = Math.max(-1, Math.min(1, score / 2));
  const value = bounded > 0 ? 'positive' : bounded < 0 ? 'negative' : 'neutral';
  return { value, score: bounded, because: words.join(', ') || 'no word of sentiment' };
}

function findFunnel({ value, signals }: Intent): Funnel {
  const has = (signal: string) => signals.includes(signal);
  if (has('ready_to_buy')) {
    return { stage: 'conversion', progress: 0.9, because: 'ready to buy' };
  }
  if (value === 'purchase_inquiry') {
    return has('price_mentioned') || has('urgency') || has('deal_seeking')
      ? { stage: 'intent', progress: 0.7, because: 'a wish with a price or a date' }
      : { stage: 'consideration', progress: 0.5, because: 'wants it' };
  }
  if (value === 'comparison' || value === 'objection_handling') {
    return { stage: 'consideration', progress: 0.4, because: 'weighs it' };
  }
  return { stage: 'awareness', progress: 0.1, because: 'no product was asked for' };
}
