import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportText } from '../src/ledger/report-text.ts';
import { NO_BID_REASONS } from '../src/openrtb/no-bid.ts';
import { STATUS_BY_CODE } from '../src/openrtb/refusal.ts';
import { ROOT } from './process.ts';

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

test('the README lists every reason for an empty answer, and no other', () => {
  const [, list = ''] = /`X-NoBid-Reason` says why: ([\s\S]*?)\./.exec(README) ?? [];
  const named = [...list.matchAll(/`([a-z-]+)`/g)].map(([, reason = '']) => reason);
  expect(named.sort()).toEqual([...NO_BID_REASONS].sort());
});

test('the README lists every error code', () => {
  const codes = Object.keys(STATUS_BY_CODE).filter((code) => !README.includes(`\`${code}\``));
  expect(codes).toEqual([]);
});

test('the report of the README has the columns of a report', () => {
  const [, shown = ''] = /^(publisher {2}partner .*)$/m.exec(README) ?? [];
  const question = { by: ['publisher', 'partner'], where: {}, fromMs: 0, toMs: 1 };
  const report = { question, rows: [], totals: { keys: [], sums: {} }, isCut: false };
  const [head = ''] = reportText(report, 'table').split('\n');
  expect(shown.split(/ +/)).toEqual(head.trim().split(/ +/));
});
