import { afterAll, expect, test } from 'bun:test';
import { openOwnLedger } from '../../../../test/ledger/ledger.ts';
import { cleanUp } from '../../../../test/process.ts';
import type { SupplyPublisher } from '../claim.ts';
import { supplyAnswers } from './supply.ts';

afterAll(cleanUp);

test('however often people of one publisher ask, others are checked too', async () => {
  const database = await openOwnLedger();
  const slow = Promise.withResolvers<never>();
  const stored = {
    atMs: 1,
    check: { result: 'matched', sentence: '', files: [], mismatches: [] },
    standing: { state: 'unproven' },
  };
  const { check } = supplyAnswers({
    supply: {
      publisherOf: (id: string) => ({ id }),
      exchange: () => ({ domain: 'ads.example', url: 'https://bid.ads.example' }),
      isVerifying: () => false,
      check: ({ id }: SupplyPublisher) => (id === 'quick' ? stored : slow.promise),
    },
    ledger: { database: () => database },
    nowMs: Date.now,
    // Nothing else is read.
  } as unknown as Parameters<typeof supplyAnswers>[0]);
  const asked = Array.from({ length: 10 }, () => check('slow'));
  expect(await check('quick')).toMatchObject({ publisher: 'quick' });
  const others = ['b', 'c', 'd'].map((id) => check(id));
  expect(await check('e')).toBe('too-many');
  slow.reject(new Error('ended'));
  const results = await Promise.allSettled([...asked, ...others]);
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 'rejected'));
  expect(await check('quick')).toMatchObject({ publisher: 'quick' });
});
