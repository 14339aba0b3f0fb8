import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { PAGE_POLICY } from '../../lib/html-page.ts';
import type { Statement } from './statement.ts';
import { statementText } from './statement-text.ts';

const EVIL = '=cmd|"/c calc"!A1<script>alert(1)</script>';

const STATEMENT: Statement = {
  month: '2026-10',
  state: 'closed',
  closedAt: '2026-11-03T09:00:00.000Z',
  closedBy: '<b>ann</b>',
  side: 'publisher',
  account: `pub-1${EVIL}`,
  currency: 'EUR',
  lines: [
    {
      kind: 'day',
      of: '2026-10-01',
      usd: '1.10',
      rate: '1.1',
      amount: '1.00',
      impressions: 3,
      clicks: 1,
      conversions: 0,
      adjustment: null,
      reason: null,
    },
    {
      kind: 'correction',
      of: null,
      usd: null,
      rate: null,
      amount: '-0.25',
      impressions: null,
      clicks: null,
      conversions: null,
      adjustment: '7',
      reason: EVIL,
    },
  ],
  total: '0.75',
  usd: '1.10',
  detailBy: 'format',
  details: [{ name: EVIL, usd: '1.10', impressions: 3, clicks: 1, conversions: 0 }],
};

test('CSV has no cell that a spreadsheet takes for a formula, and amounts stay numbers', () => {
  const [head, day, correction, total] = statementText(STATEMENT, 'csv').split('\r\n');
  expect(head).toBe(
    'kind,of,usd,rate,amount,currency,impressions,clicks,conversions,adjustment,reason',
  );
  expect(day).toBe('day,2026-10-01,1.10,1.1,1.00,EUR,3,1,0,,');
  expect(correction).toStartWith(`correction,,,,-0.25,EUR,,,,7,"'=cmd|`);
  expect(total).toBe('total,,1.10,,0.75,EUR,,,,,');
});

test('HTML shows names as text, and its own style is all that its policy lets in', () => {
  const html = statementText(STATEMENT, 'html');
  expect(html).not.toContain('<script');
  expect(html).not.toContain('<b>ann');
  expect(html).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
  const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(PAGE_POLICY).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
  expect(style).toContain('@page { size: A4;');
});
