import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import type { AdminApi } from '../../src/http/admin/admin-api.ts';
import { supplyAnswers } from '../../src/supervisor/admin-api/supply.ts';
import { start } from '../admin/server.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { letTimeRun, passSeconds, stopTime, untilSo } from '../stopped-time.ts';
import type { ErrorBody } from '../store/api.ts';

afterEach(letTimeRun);
afterAll(cleanUp);

const FOUND = {
  atMs: 1,
  check: { result: 'matched', sentence: '', files: [], mismatches: [] },
  standing: { state: 'unproven' },
};

/** An admin port whose checks end when the test says. */
async function portOf() {
  const database = await openOwnLedger();
  const ending = Promise.withResolvers<typeof FOUND>();
  let checks = 0;
  const supply = supplyAnswers({
    supply: {
      publisherOf: (id: string) => ({ id }),
      exchange: () => ({ domain: 'ads.example', url: 'https://bid.ads.example' }),
      isVerifying: () => false,
      check: () => {
        checks++;
        return ending.promise;
      },
    },
    ledger: { database: () => database },
    nowMs: Date.now,
    // Nothing else is read.
  } as unknown as Parameters<typeof supplyAnswers>[0]);
  const portal = { find: (id: string) => ({ id }) } as unknown as AdminApi['portal'];
  const url = start({ api: { supply, portal } });
  return {
    check: (path: string) => fetch(`${url}${path}`, { method: 'POST' }),
    checks: () => checks,
    end: () => ending.resolve(FOUND),
  };
}

describe.each(['/api/publishers/pub-1/supply/check', '/api/portal/supply/check?publisher=pub-1'])(
  'POST %s',
  (path) => {
    test('is answered with what was found, though a server takes as long as it may', async () => {
      const { check, checks, end } = await portOf();
      stopTime();
      const asked = check(path);
      await untilSo(() => checks() === 1);
      await passSeconds(11);
      end();
      expect((await asked).status).toBe(200);
    });

    test('says that the check takes long and goes on, and nothing of the database', async () => {
      const { check, checks } = await portOf();
      stopTime();
      const asked = check(path);
      await untilSo(() => checks() === 1);
      await passSeconds(13);
      const answer = await asked;
      const { error } = (await answer.json()) as ErrorBody;
      expect([answer.status, error.code]).toEqual([503, 'CHECK_UNDER_WAY']);
      expect(error.details.reason).toStartWith('the check takes long');
    });
  },
);
