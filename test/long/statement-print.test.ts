import { afterAll, expect, test } from 'bun:test';
import { STATEMENT_OPS } from '../../src/parts/statements/operations.ts';
import { start } from '../admin/server.ts';
import { seriousFaults } from '../browser/axe.ts';
import { complaintsOf, startBrowser } from '../browser/browser.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { atCleanUp, cleanUp } from '../process.ts';
import { ANN, MONTH, record, sold, statementsOf, told } from '../statements/support.ts';

afterAll(cleanUp);

/** What is left of a sheet of A4 between the margins, at 96 pixels an inch. */
const A4_WIDTH = 673;

async function statementUrl(): Promise<string> {
  const database = await openOwnLedger();
  const days = Array.from(
    { length: 31 },
    (_, day) => `2024-10-${String(day + 1).padStart(2, '0')}`,
  );
  const facts = days.flatMap((at, day) =>
    [1, 2, 3].map((n) =>
      sold({
        id: `${at}-${n}`,
        at,
        price: 1_234_567_891 * n,
        campaign: `a-campaign-with-a-long-name-${'x'.repeat(40)}-${(day + n) % 40}`,
      }),
    ),
  );
  await record(database, facts);
  const statements = statementsOf(database, {
    currencies: { acme: 'EUR' },
    rates: { EUR: 1.0837 },
  });
  const bad = {
    kind: 'invalid-traffic',
    month: MONTH,
    publisher: 'pub-1',
    from: '2024-10-01',
    to: '2024-10-03',
  };
  told(await statements.adjust({ ...bad, reason: `a farm of clicks ${'x'.repeat(300)}` }, ANN));
  told(await statements.close(MONTH, ANN));
  const url = start({ ops: STATEMENT_OPS, machine: statements.host });
  return `${url}/api/statements/${MONTH}/partners/acme?format=html`;
}

test('the page of a statement is shown under its policy, is accessible, and fits on A4 in print', async () => {
  const url = await statementUrl();
  const browser = await startBrowser();
  atCleanUp(() => browser.close());
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await page.goto(url);
  expect(complaints).toEqual([]);
  const weight = "getComputedStyle(document.querySelector('.total')).fontWeight";
  expect(await page.evaluate<string>(weight)).toBe('600');
  expect(await seriousFaults(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: A4_WIDTH, height: 900 });
  expect(await page.evaluate<number>('document.body.scrollWidth')).toBeLessThanOrEqual(A4_WIDTH);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf).toMatch(/\/MediaBox ?\[0 0 (594|595)[\d.]* (841|842)/);
});
