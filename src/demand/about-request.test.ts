import { describe, expect, test } from 'bun:test';
import { contextOf, requestOf } from '../../test/campaigns/test-support.ts';
import { nameSubjects } from '../language/lexicon/fit.ts';
import { aboutRequest } from './about-request.ts';

const site = (fields: object, language?: string) => ({
  site: { ...fields },
  ...(language === undefined ? {} : { device: { language } }),
});

function about(fields: object): string | undefined {
  const known = aboutRequest(requestOf(fields));
  return known && nameSubjects(known);
}

describe('what a request is about is read', () => {
  test('from its keywords, by their main words', () => {
    expect(about(site({ keywords: 'car insurance for a new driver' }, 'en'))).toBe('insurance');
    expect(about(site({ keywords: 'sprint, athletics' }, 'en'))).toBe('athletics');
  });
  test('from topics in words, and from the broad ones that the kit tells', () => {
    const topics = (...texts: string[]) =>
      contextOf({ intent: { value: 'x', confidence: 1, topics: texts, signals: [] } });
    expect(about(topics('trail shoes'))).toBe('shoes');
    expect(about(topics('footwear'))).toBe('shoes');
  });
  test('from categories of any taxonomy: of the content', () => {
    expect(about(site({ content: { cat: ['IAB17-30'] } }))).toBe('running');
    const [later] = ['483'];
    expect(about(site({ content: { cat: [later] } }))).toBeDefined();
    expect(about(site({ content: { cat: [7, '', 'x'.repeat(99)], title: 5 } }))).toBeUndefined();
  });
  test('the category of the site alone tells nothing, and beside keywords little', () => {
    expect(about(site({ cat: ['IAB13-6'] }))).toBeUndefined();
    expect(about(site({ cat: ['IAB13-6'], keywords: 'trail shoes' }, 'en'))).toBe('shoes');
  });

  test('and the thing counts more for somebody who wants to buy', () => {
    const asks = (value: string) => ({
      ...site({ keywords: 'chair, illness' }, 'en'),
      ...contextOf({ intent: { value, confidence: 1, topics: [], signals: [] } }),
    });
    expect(about(asks('information_seeking'))).toStartWith('illness');
    expect(about(asks('purchase_inquiry'))).toStartWith('furniture');
  });
});

describe('the language', () => {
  test('is the one of the conversation before that of the device', () => {
    const keywords = 'chaussures';
    expect(about(site({ keywords, content: { language: 'fr' } }, 'en'))).toBe('shoes');
    expect(about(site({ keywords, content: { language: 'en' } }, 'fr'))).toBeUndefined();
  });
  test('is found where it is not stated, English first', () => {
    expect(about(site({ keywords: 'chaussures, imperméable' }))).toBeDefined();
    expect(about(site({ keywords: 'shoes' }))).toBe('shoes');
  });
  test('without a lexicon tells nothing, whatever the words are', () => {
    expect(
      about(site({ keywords: 'shoes', content: { cat: ['IAB17-30'] } }, 'pl')),
    ).toBeUndefined();
  });
});

test('a request that is full to its bounds is read in a bounded number of words', () => {
  const behind = (words: number) => {
    const keywords = Array.from({ length: 6 }, (_, at) => `${`zzz${at} `.repeat(words)}`).join(',');
    return about(site({ keywords, content: { title: 'shoes '.repeat(10_000) } }, 'en'));
  };
  expect(behind(3)).toBe('shoes');
  // The words before it have used up what is read.
  expect(behind(4)).toBeUndefined();
});
