import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, BrowserContext } from 'playwright-core';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import type { BidResponse } from '../../src/openrtb/bid-response.ts';
import type { Machine } from '../../src/supervisor/machine.ts';
import { startWithRoles, TOKENS } from '../accounts/machine.ts';
import { eventually } from '../eventually.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp, run } from '../process.ts';
import { complaintsOf, startBrowser } from './browser.ts';
import { drive } from './drive.ts';

let machine: Machine;
let browser: Browser;
beforeAll(async () => {
  machine = await startWithRoles({
    access: 'keyed',
    partners: [{ name: 'house', kind: 'campaigns', path: DEFAULT_CAMPAIGNS_FILE }],
  });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await machine.stop(0);
  await cleanUp();
});

/** A person at a browser of their own. */
async function person(context?: BrowserContext) {
  const own = context ?? (await browser.newContext({ viewport: { width: 1440, height: 900 } }));
  const page = await own.newPage();
  page.setDefaultTimeout(PATIENT_MS);
  return { page, at: drive(page), complaints: complaintsOf(page) };
}

/** What the command prints as the body of the answer: it is shown with its head. */
async function bodyOf(command: string, env: Record<string, string>): Promise<BidResponse> {
  const child = run(['-c', command], { command: 'sh', env: { ...process.env, ...env } });
  expect(await child.exited).toMatchObject({ code: 0 });
  return JSON.parse(child.stdout().split('\r\n\r\n').at(-1) ?? '');
}

test('a publisher is invited, integrates by what its pages give it, sells an ad, sees the first cent and blocks the advertiser', async () => {
  // The operator.
  const operator = await person();
  await operator.page.goto(`${machine.adminUrl}/#/publishers`);
  await operator.at.fill('Admin token', TOKENS.admin);
  await operator.at.press('Log in');
  await operator.at.follow('Add a publisher');
  await operator.at.fill('Id', 'fresh-talk');
  await operator.at.fill('Name', 'Fresh Talk');
  await operator.at.fill('Domain', 'fresh.example');
  await operator.at.choose('It sells', 'Its own space');
  await operator.at.press('Add the publisher');
  await operator.at.press('Invite somebody');
  const link = await operator.at.valueOf('The link of the invitation');

  // The publisher's engineer.
  const { page, at, complaints } = await person();
  await page.goto(link);
  await at.fill('Your name', 'Mira Lind');
  await at.press('Accept the invitation');
  await at.press('I have kept it: open the pages');
  await at.heading('Earnings');
  await at.follow('Keys');
  await at.press('Make a key');
  const key = await at.valueOf('The new key');
  await at.follow('Integration');
  const snippet = page.locator('pre', { hasText: 'curl -i' });
  await snippet.waitFor();
  const command = await snippet.innerText();

  // In test mode, then live: without `test`, by the same command.
  const tried = await bodyOf(command, { PARLEY_KEY: key });
  expect(tried.seatbid[0]?.bid[0]?.price).toBeGreaterThan(0);
  await page.reload();
  await at.shows(/Integration level \d of 4/);
  const live = command.replace(/"test": 1,?/, '').replace('"id": "test-1"', '"id": "live-1"');
  const sold = await bodyOf(live, { PARLEY_KEY: key });
  const [bid] = sold.seatbid[0]?.bid ?? [];
  const price = String(bid?.price);
  for (const notice of [bid?.nurl, bid?.burl]) {
    await fetch(String(notice).replace('${AUCTION_PRICE}', price));
  }

  // Its first cent, and what it was for.
  await at.follow('Earnings');
  const earned = `$${Number(price) / 1000}`;
  await eventually(async () => {
    await page.reload();
    await at.heading('Earnings');
    return (await page.getByText(earned).count()) > 0;
  });
  await at.follow('Ads');
  const domain = String(bid?.adomain?.[0]);
  await at.shows(domain);
  await at.press(`Block this advertiser ${domain}`);
  await at.press(`Block this advertiser ${domain} now`);
  await page.getByRole('heading', { name: 'Blocked advertisers' }).waitFor();
  await eventually(async () => {
    const next = await bodyOf(live.replace('live-1', crypto.randomUUID()), { PARLEY_KEY: key });
    return next.seatbid[0]?.bid[0]?.adomain?.[0] !== domain;
  });
  expect(complaints).toEqual([]);

  // The operator sees the same.
  await operator.page.reload();
  await operator.at.shows('Active. Its requests are answered.');
  await operator.page.getByRole('cell', { name: 'Mira Lind', exact: true }).waitFor();
  await operator.at.follow('View as the publisher');
  await operator.page.getByText(earned).first().waitFor();
  expect(operator.complaints).toEqual([]);
});
