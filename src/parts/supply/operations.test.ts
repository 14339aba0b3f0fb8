import { expect, test } from 'bun:test';
import { Refusal } from '../../lib/refusal.ts';
import type { SupplyPublisher } from './claim.ts';
import { supplyOf } from './operations.ts';

test('however often people of one publisher ask, others are checked too', async () => {
  const slow = Promise.withResolvers<never>();
  const stored = {
    atMs: 1,
    check: { result: 'matched', sentence: '', files: [], mismatches: [] },
    standing: { state: 'unproven' },
  };
  const { check } = supplyOf({
    supply: {
      publisherOf: (id: string) => ({ id }),
      exchange: () => ({ domain: 'ads.example', url: 'https://bid.ads.example' }),
      isVerifying: () => false,
      check: ({ id }: SupplyPublisher) => (id === 'quick' ? stored : slow.promise),
    },
    store: { read: async () => undefined },
    nowMs: Date.now,
    // Nothing else is read.
  } as unknown as Parameters<typeof supplyOf>[0]);
  const asked = Array.from({ length: 10 }, () => check('slow'));
  expect(await check('quick')).toMatchObject({ publisher: 'quick' });
  const others = ['b', 'c', 'd'].map((id) => check(id));
  expect(await check('e')).toBeInstanceOf(Refusal);
  slow.reject(new Error('ended'));
  const results = await Promise.allSettled([...asked, ...others]);
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 'rejected'));
  expect(await check('quick')).toMatchObject({ publisher: 'quick' });
});
