import { expect, test } from 'bun:test';
import { op } from '../../src/host/op.ts';
import { callerOf } from '../accounts/machine.ts';
import { start, TOKEN } from './server.ts';

const PAT = { who: 'Pat of pub', role: 'publisher', publisher: 'pub', person: 'p1' } as const;

const CHANGE = op('POST /api/publishers/{publisher}/change', {
  role: 'admin',
  openTo: 'publishers',
  summary: '',
  run: () => undefined,
});

test('somebody of a publisher makes fewer changes in a minute than an operator', async () => {
  let nowMs = 0;
  const url = start({
    token: TOKEN,
    nowMs: () => nowMs,
    ops: [CHANGE],
    people: { find: () => PAT },
  });
  /** Those of so many changes that were refused because there were too many. */
  const refused = async (token: string, count: number) => {
    const change = () => callerOf(url, token)('POST', '/api/publishers/pub/change');
    let tooMany = 0;
    for (let i = 0; i < count; i++) if ((await change()).status === 429) tooMany++;
    return tooMany;
  };
  expect(await refused('prl_person_x', 121)).toBe(1);
  expect(await refused(TOKEN, 601)).toBe(1);
  nowMs += 60_000;
  expect(await refused('prl_person_x', 1)).toBe(0);
});
