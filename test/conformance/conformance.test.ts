import { afterAll, describe, expect, test } from 'bun:test';
import { startTestServer } from '../server.ts';
import { readCases } from './case.ts';
import { runCase } from './run-case.ts';

const server = await startTestServer();
afterAll(() => server.stop(0));

for (const { name, cases } of readCases()) {
  describe(name, () => {
    for (const testCase of cases) {
      test(testCase.name, async () => {
        expect(await runCase(server.url, testCase)).toEqual([]);
      });
    }
  });
}
