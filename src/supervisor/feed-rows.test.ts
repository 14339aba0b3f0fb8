import { afterAll, expect, test } from 'bun:test';
import { cleanUp } from '../../test/process.ts';
import { sharedWorkOf } from '../../test/shared-work.ts';
import { silentLog } from '../observe/log.ts';
import type { StoredAdvertiser } from '../store/advertiser-record.ts';
import { NO_ACCESS } from '../store/stored-account.ts';
import { createFeedRows } from './feed-rows.ts';
import { followWholeStore, NO_CHANGES } from './followed-store.ts';

afterAll(cleanUp);

const advertiser = (id: string, state: StoredAdvertiser['state']): StoredAdvertiser => ({
  id,
  state,
  definition: { domain: id, name: id },
  access: NO_ACCESS,
  revision: 1,
  createdMs: 1,
  createdRevision: 1,
  changedMs: 1,
  changedBy: 'ann',
});

function feedOf() {
  const rows = createFeedRows(sharedWorkOf([]), silentLog);
  return (...advertisers: readonly StoredAdvertiser[]) =>
    rows.linesOf({ ...NO_CHANGES, advertisers }).lines;
}

test('the feed has all blocked advertisers in one line, again with each change, so that a lost line is mended by the next', () => {
  const linesOf = feedOf();
  expect(linesOf(advertiser('fine.example', 'active'))).toEqual([]);
  expect(linesOf(advertiser('a.example', 'blocked'), advertiser('b.example', 'blocked'))).toEqual([
    { kind: 'blocked', domains: ['a.example', 'b.example'] },
  ]);
  const allowed = [{ kind: 'blocked' as const, domains: ['b.example'] }];
  expect(linesOf(advertiser('a.example', 'active'))).toEqual(allowed);
  // The line may not have been written.
  expect(linesOf(advertiser('a.example', 'active'))).toEqual(allowed);
  expect(linesOf(advertiser('b.example', 'deleted'))).toEqual([{ kind: 'blocked', domains: [] }]);
  expect(linesOf()).toEqual([]);
});

test('a machine that starts while the database is down blocks those that it knew', () => {
  const store = followWholeStore(() => {});
  store.assume({ ...NO_CHANGES, advertisers: [advertiser('a.example', 'blocked')] });
  const rows = createFeedRows(sharedWorkOf([]), silentLog);
  expect(rows.linesOf(store.wholeWith(NO_CHANGES)).lines).toEqual([
    { kind: 'blocked', domains: ['a.example'] },
  ]);
});
