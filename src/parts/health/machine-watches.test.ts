import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { certify } from '../../../test/http/certificate.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { DAY_MS } from '../../lib/day.ts';
import { createBudgetWatch, expiring } from './find-troubles.ts';

afterAll(cleanUp);

describe('a certificate', () => {
  let cert: string;
  let endMs: number;
  beforeAll(() => {
    const folder = temporaryFolder();
    certify(folder, 'one', undefined, 30);
    cert = readFileSync(join(folder, 'one.pem'), 'utf8');
    endMs = Date.parse(new X509Certificate(cert).validTo);
  });

  const look = (nowMs: number) => expiring({ cert }, nowMs);

  test('is a warning from two weeks before its end, bad from three days before, and told when it is over', () => {
    expect(look(endMs - 14 * DAY_MS)).toBeUndefined();
    expect(look(endMs - 14 * DAY_MS + 1)).toMatchObject({
      kind: 'warn',
      what: expect.stringContaining('in 13 days, at 20'),
    });
    expect(look(endMs - 3 * DAY_MS + 1)).toMatchObject({ kind: 'bad' });
    expect(look(endMs + 1)).toMatchObject({
      what: expect.stringContaining('expired at'),
      effect: expect.stringContaining('refuse'),
    });
  });
});

test('budgets that are halted are told after ten seconds, with what halts them, until they are not', () => {
  let halt: 'not-checked' | 'others-behind' | undefined = 'not-checked';
  const find = createBudgetWatch({ halt: () => halt });
  const watch = (nowMs: number) => find({ nowMs });
  expect([watch(0), watch(9999)]).toEqual([undefined, undefined]);
  expect(watch(10_000)).toMatchObject({
    what: expect.stringContaining('this machine has not checked'),
  });
  halt = 'others-behind';
  expect(watch(11_000)?.advice).toContain('stop it');
  halt = undefined;
  expect(watch(12_000)).toBeUndefined();
  halt = 'not-checked';
  expect(watch(13_000)).toBeUndefined();
});
