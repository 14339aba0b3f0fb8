import { expect, test } from 'bun:test';
import { NOTHING_KNOWN, rankProducts } from './brief.ts';
import type { AdProduct } from './product.ts';

const product = (id: string, changes: Partial<AdProduct>): AdProduct => ({
  id,
  name: id,
  description: 'Native ads in conversations',
  publishers: [],
  formats: [],
  options: [],
  minSpendUsd: undefined,
  targeting: undefined,
  isGuaranteed: false,
  channels: [],
  ...changes,
});

const RUN_OF_NETWORK = product('all', { name: 'All conversations' });
const OFFICE = product('office', { description: 'Conversations about business software' });
const SHOES = product('shoes', { targeting: { include: { keywords: ['running shoes'] } } });
const TRAIL = product('trail', { publishers: ['t'] });

const ranked = (brief: string) =>
  rankProducts([RUN_OF_NETWORK, OFFICE, SHOES, TRAIL], brief, (id) =>
    id === 't' ? 'Trail runners chat' : '',
  );

test('products stand in the order in which they go with a brief, and say what matched', () => {
  const all = ranked('Shoes for beginners. Q2 flight, $25K budget.');
  expect(all.map((one) => one.product.id)).toEqual(['shoes', 'trail', 'all', 'office']);
  expect(all[0]?.relevance).toMatch(/^Fit \d\.\d\d of 1: the brief is about .*shoes/);
  expect(all[2]?.relevance).toContain('names a subject');
});

test('a brief in another language finds the same products', () => {
  expect(ranked('Schuhe für Anfänger')[0]?.product.id).toBe('shoes');
  expect(ranked('Zapatos para principiantes')[0]?.product.id).toBe('shoes');
});

test('a brief about nothing that is known has all products in the order of the list, and says so', () => {
  for (const brief of ['Show all available advertising products', 'zzz', '!']) {
    const all = ranked(brief);
    expect(all.map((one) => one.product.id)).toEqual(['all', 'office', 'shoes', 'trail']);
    expect(new Set(all.map(({ relevance }) => relevance))).toEqual(new Set([NOTHING_KNOWN]));
  }
});
