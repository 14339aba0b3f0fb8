import { expect, test } from 'bun:test';
import type { AdminApi } from '../../src/host/admin/admin-api.ts';
import { NOT_FOUND } from '../../src/store/refused-change.ts';
import { callerOf } from '../accounts/machine.ts';
import { NO_ACCOUNTS } from './no-accounts.ts';
import { start, TOKEN } from './server.ts';

const { accounts } = NO_ACCOUNTS;
const PAT = { who: 'Pat of pub', role: 'publisher', publisher: 'pub', person: 'p1' } as const;

test('somebody of a publisher makes fewer changes in a minute than an operator', async () => {
  let nowMs = 0;
  const url = start({
    token: TOKEN,
    nowMs: () => nowMs,
    api: {
      accounts: { ...accounts, people: { ...accounts.people, find: () => PAT } },
      portal: {
        find: (id: string) => ({ id }),
        block: async () => NOT_FOUND,
      } as unknown as AdminApi['portal'],
    },
  });
  /** Those of so many changes that were refused because there were too many. */
  const refused = async (token: string, count: number) => {
    const block = () => callerOf(url, token)('POST', '/api/portal/blocks?publisher=pub', {});
    let tooMany = 0;
    for (let i = 0; i < count; i++) if ((await block()).status === 429) tooMany++;
    return tooMany;
  };
  expect(await refused('prl_person_x', 121)).toBe(1);
  expect(await refused(TOKEN, 601)).toBe(1);
  nowMs += 60_000;
  expect(await refused('prl_person_x', 1)).toBe(0);
});
