import { describe, expect, test } from 'bun:test';
import { Refusal } from '../../openrtb/refusal.ts';
import { validate } from '../../openrtb/validate.ts';
import { bidRequestOf } from './bid-request.ts';
import { derive } from './derive.ts';

type Expected = {
  readonly keywords?: readonly string[];
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly currency?: string;
  readonly intent?: string;
  readonly signals?: readonly string[];
  readonly sentiment?: string;
  readonly stage?: string;
};

const SENTENCES: Readonly<Record<string, Expected>> = {
  'trail shoes under $150, I need them this week': {
    keywords: ['trail shoes'],
    max: 150,
    currency: 'USD',
    intent: 'purchase_inquiry',
    signals: ['price_mentioned', 'urgency'],
    sentiment: 'neutral',
    stage: 'intent',
  },
  'I am looking for noise cancelling headphones': {
    keywords: ['noise cancelling headphones', 'cancelling headphones'],
    intent: 'purchase_inquiry',
    stage: 'consideration',
  },
  'waterproof trail running shoes between $80 and $120': {
    keywords: ['trail running shoes', 'running shoes'],
    min: 80,
    max: 120,
    intent: 'purchase_inquiry',
  },
  'an espresso machine for 200-400 dollars': { keywords: ['espresso machine'], min: 200, max: 400 },
  'office chair, max 300': { keywords: ['office chair'], max: 300 },
  'a laptop for less than 1,200 dollars': { keywords: ['laptop'], max: 1200 },
  'a laptop up to 1.5k': { keywords: ['laptop'], max: 1500 },
  'a mattress around $500': { keywords: ['mattress'], min: 400, max: 600 },
  'headphones over $100': { keywords: ['headphones'], min: 100, max: undefined },
  'my budget is $60 for a backpack': { keywords: ['backpack'], max: 60 },
  'a tent, $250 or less': { keywords: ['tent'], max: 250 },
  'a bike under €900': { keywords: ['bike'], max: 900, currency: 'EUR' },
  'hiking boots below 100 pounds please': { max: 100, currency: 'GBP' },
  'a trail under 10 miles near Denver': { max: undefined },
  'recipes under 30 minutes': { max: undefined },
  'a route from 5 to 10 km': { min: undefined, max: undefined },
  'Which is better, an espresso machine or a french press?': {
    intent: 'comparison',
    stage: 'consideration',
  },
  'Kindle vs Kobo': { keywords: ['kindle', 'kobo'], intent: 'comparison' },
  'What is the difference between trail shoes and running shoes?': {
    keywords: ['trail shoes', 'running shoes'],
    intent: 'comparison',
  },
  'How do noise cancelling headphones work?': {
    intent: 'information_seeking',
    stage: 'awareness',
  },
  'Tell me about coffee': { keywords: ['coffee'], intent: 'information_seeking' },
  'My headphones are broken and I want a refund': {
    intent: 'support_request',
    sentiment: 'negative',
    stage: 'awareness',
  },
  "The coffee machine doesn't work": { intent: 'support_request' },
  'where is my order?': { intent: 'support_request' },
  'That is too expensive for me': { intent: 'objection_handling', sentiment: 'negative' },
  'Are those shoes worth it?': { intent: 'objection_handling', stage: 'consideration' },
  'I love these shoes, thanks': { sentiment: 'positive' },
  'I hate my old mattress, it is terrible': { sentiment: 'negative' },
  'this is not bad': { sentiment: 'positive' },
  'the last pair was not good': { sentiment: 'negative' },
  "I'll take the blue backpack, order now": {
    signals: ['ready_to_buy'],
    stage: 'conversion',
    intent: 'purchase_inquiry',
  },
  'a birthday gift for my sister who loves books': {
    signals: ['gift'],
    intent: 'purchase_inquiry',
  },
  'any deals on dog food?': { keywords: ['dog food'], signals: ['deal_seeking'], stage: 'intent' },
  'need a suitcase by Friday': { keywords: ['suitcase'], signals: ['urgency'] },
  'I don’t need anything': { keywords: [] },
  hello: { keywords: [], intent: 'information_seeking', stage: 'awareness' },
  '   ': { keywords: [], intent: 'information_seeking' },
};

describe('a message is understood by visible rules', () => {
  for (const [sentence, expected] of Object.entries(SENTENCES)) {
    test(sentence, () => {
      const { keywords, price, intent, sentiment, funnel } = derive(sentence);
      const understood: Expected = {
        keywords,
        ...(price ?? {}),
        intent: intent.value,
        signals: intent.signals,
        sentiment: sentiment.value,
        stage: funnel.stage,
      };
      for (const [name, value] of Object.entries(expected)) {
        expect({ [name]: understood[name as keyof Expected] }).toEqual({ [name]: value });
      }
    });
  }

  test('and whatever it says, the request made of it is valid and of level 4 or 3', () => {
    for (const sentence of Object.keys(SENTENCES)) {
      const request = bidRequestOf({
        requestId: 'r',
        message: sentence,
        understood: derive(sentence),
        messageNumber: 1,
        sessionDurationMs: 0,
        publisher: '',
        isTest: true,
      });
      expect(validate(JSON.parse(JSON.stringify(request)))).not.toBeInstanceOf(Refusal);
    }
  });

  test('more than ten keywords are cut', () => {
    const many = Array.from({ length: 30 }, (_, i) => `thing${i}`).join(', ');
    expect(derive(many).keywords).toHaveLength(10);
  });
});
