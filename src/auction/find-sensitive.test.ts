import { expect, test } from 'bun:test';
import type { BidRequest } from '../openrtb/bid-request.ts';
import { createFindSensitive } from './find-sensitive.ts';

/** The texts of a request that are searched. */
function searched(request: object): readonly string[] {
  let found: readonly string[] = [];
  const findSensitive = createFindSensitive({
    find(texts) {
      found = texts;
      return undefined;
    },
    findAll: () => [],
  });
  // Some fields are in no schema and may hold anything.
  findSensitive(request as BidRequest, {});
  return found;
}

test('the keywords of a channel and of its content are searched, as text or as a list', () => {
  const channel = { keywords: 'a,b', kwarray: ['c', 'd'], content: { keywords: 'e' } };
  expect(searched({ site: channel })).toEqual(['a,b', 'c', 'd', 'e']);
  expect(searched({ app: channel })).toEqual(['a,b', 'c', 'd', 'e']);
});

test('a content that is not an object has no keywords, and does no harm', () => {
  for (const content of [null, 'text', 5, [], true]) {
    expect(searched({ site: { keywords: 'a', content } })).toEqual(['a']);
  }
});

test('topics, signals, interests and behaviors are searched', () => {
  const service = {
    intent: { topics: ['a'], signals: ['b'] },
    audience: { interests: ['c'], behaviors: ['d'] },
  };
  expect(searched({ ext: { service } })).toEqual(['a', 'b', 'c', 'd']);
});
