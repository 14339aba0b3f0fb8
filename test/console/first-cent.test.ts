import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import type { BidResponse } from '../../src/openrtb/bid-response.ts';
import type { Machine } from '../../src/supervisor/machine.ts';
import { callerOf, startWithRoles, TOKENS, withPerson } from '../accounts/machine.ts';
import { eventually } from '../eventually.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp, run } from '../process.ts';
import { seriousFaults } from './axe.ts';
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
async function person() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENT_MS);
  return { page, at: drive(page), complaints: complaintsOf(page) };
}

/** What a command of a shell prints. */
async function answerOf(command: string, env: Record<string, string>): Promise<string> {
  const child = run(['-c', command], { command: 'sh', env });
  expect(await child.exited).toMatchObject({ code: 0 });
  return child.stdout();
}

/** The first bid of the answer that the command prints, with its head; undefined: there is none. */
async function bidOf(command: string, env: Record<string, string>) {
  const [head = '', body = ''] = (await answerOf(command, env)).split('\r\n\r\n');
  if (head.includes(' 204 ')) return undefined;
  return (JSON.parse(body) as BidResponse).seatbid[0]?.bid[0];
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
  const tried = await bidOf(command, { PARLEY_KEY: key });
  expect(tried?.price).toBeGreaterThan(0);
  await page.reload();
  await at.shows(/Integration level \d of 4/);
  const live = command.replace(/"test": 1,?/, '').replace('"id": "test-1"', '"id": "live-1"');
  const bid = await bidOf(live, { PARLEY_KEY: key });
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
  expect(await seriousFaults(page)).toEqual([]);

  // What was refused, with the field.
  const broken = live.replace(/"bidfloor": [\d.]+/, '"bidfloor": "a lot"');
  expect(await answerOf(broken, { PARLEY_KEY: key })).toContain('HTTP/1.1 400');
  await at.follow('Requests');
  await eventually(async () => {
    await page.reload();
    await at.heading('Requests');
    return (await page.getByText('Refused today').count()) > 0;
  });
  await at.choose('Outcome', 'Refused');
  await page.locator('.row-link').first().click();
  await at.heading('Refused');
  await at.shows('imp[0].bidfloor');

  await at.follow('Ads');
  const domain = String(bid?.adomain?.[0]);
  await at.shows(domain);
  // The ad of the test request has the same button.
  await page
    .getByRole('button', { name: `Block this advertiser ${domain}` })
    .first()
    .click();
  await at.press(`Block this advertiser ${domain} now`);
  await page.getByRole('heading', { name: 'Blocked advertisers' }).waitFor();
  await eventually(async () => {
    const next = await bidOf(live.replace('live-1', crypto.randomUUID()), { PARLEY_KEY: key });
    return next?.adomain?.[0] !== domain;
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

test('somebody of a publisher makes a passkey, and logs in with it instead of the token', async () => {
  const admin = callerOf(machine.adminUrl, TOKENS.admin);
  const token = await withPerson(admin, { id: 'by-passkey' }, 'Kim');
  const { page, at, complaints } = await person();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // Passkeys need a name, which an address is not.
  await page.goto(`http://localhost:${new URL(machine.adminUrl).port}/portal#/keys`);
  await at.fill('Your token', token);
  await at.press('Log in');
  await at.press('Make a passkey');
  await page.getByRole('button', { name: 'Remove' }).waitFor();
  await at.press('Log out');
  await at.press('Log in with a passkey');
  await at.heading('Keys');
  expect(complaints).toEqual([]);
});
