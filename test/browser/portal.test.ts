import { expect, test } from 'bun:test';
import type { BidResponse } from '../../src/core/openrtb/bid-response.ts';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import { callerOf, startWithRoles, TOKENS, withPerson } from '../accounts/machine.ts';
import { eventually } from '../eventually.ts';
import { run } from '../process.ts';
import { seriousFaults } from './axe.ts';
import { type Person, walkOn } from './walk.ts';

const { machine, person } = walkOn(() =>
  startWithRoles({
    access: 'keyed',
    publishers: [{ id: 'in-config' }],
    partners: [{ name: 'house', kind: 'campaigns', path: DEFAULT_CAMPAIGNS_FILE }],
  }),
);

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

/** Loads the page again until it has these words. */
async function reloadedUntil({ page, heading }: Person, name: string, words: string) {
  await eventually(async () => {
    await page.reload();
    await heading(name);
    return (await page.getByText(words).count()) > 0;
  });
}

async function operatorAt(address: string): Promise<Person> {
  const operator = await person();
  await operator.open(address);
  await operator.fill('Admin token', TOKENS.admin);
  await operator.press('Log in');
  return operator;
}

test('a publisher is invited, integrates by what its pages give it, sells an ad, sees the first cent and blocks the advertiser', async () => {
  const operator = await operatorAt('#/publishers');
  await operator.follow('Add a publisher');
  await operator.fill('Id', 'fresh-talk');
  await operator.fill('Name', 'Fresh Talk');
  await operator.fill('Domain', 'fresh.example');
  await operator.choose('It sells', 'Its own space');
  await operator.press('Add the publisher');
  await operator.press('Invite somebody');
  const link = await operator.valueOf('The link of the invitation');

  const mira = await person();
  const { page } = mira;
  await page.goto(link);
  await mira.fill('Your name', 'Mira Lind');
  // The secret is not in the address any more, where others could read it.
  expect(page.url()).not.toContain('invitation');
  await mira.press('Accept the invitation');
  await mira.press('I have kept it: open the pages');
  await mira.heading('Earnings');
  await mira.follow('Integration');
  await mira.press('Make a key');
  const env = { PARLEY_KEY: await mira.valueOf('The new key') };
  const command = await page.locator('pre', { hasText: 'curl -i' }).innerText();

  // In test mode, then live: without `test`, by the same command.
  expect((await bidOf(command, env))?.price).toBeGreaterThan(0);
  await page.reload();
  await mira.shows(/Integration level \d of 4/);
  const live = command.replace(/"test": 1,?/, '').replace('"id": "test-1"', '"id": "live-1"');
  const bid = await bidOf(live, env);
  const price = String(bid?.price);
  for (const notice of [bid?.nurl, bid?.burl]) {
    await fetch(String(notice).replace('${AUCTION_PRICE}', price));
  }
  await mira.follow('Earnings');
  const earned = `$${Number(price) / 1000}`;
  await reloadedUntil(mira, 'Earnings', earned);
  expect(await seriousFaults(page)).toEqual([]);

  // What was refused, with the field.
  const broken = live.replace(/"bidfloor": [\d.]+/, '"bidfloor": "a lot"');
  expect(await answerOf(broken, env)).toContain('HTTP/1.1 400');
  await mira.follow('Requests');
  await reloadedUntil(mira, 'Requests', 'Refused today');
  await mira.choose('Outcome', 'Refused');
  await page.locator('.row-link').first().click();
  await mira.heading('Refused');
  await mira.shows('imp[0].bidfloor');

  await mira.follow('Ads');
  const domain = String(bid?.adomain?.[0]);
  // The ad of the test request has the same button.
  await mira.press(`Block this advertiser ${domain}`);
  await mira.press(`Block this advertiser ${domain} now`);
  await mira.heading('Blocked advertisers');
  await eventually(async () => {
    const next = await bidOf(live.replace('live-1', crypto.randomUUID()), env);
    return next?.adomain?.[0] !== domain;
  });
  expect(mira.complaints).toEqual([]);

  await operator.page.reload();
  await operator.shows('Active. Its requests are answered.');
  await operator.page.getByRole('cell', { name: 'Mira Lind', exact: true }).waitFor();
  await operator.follow('View as the publisher');
  await operator.shows('These are the pages of Fresh Talk as its people see them.');
  await operator.page.getByText(earned).first().waitFor();
  expect(operator.complaints).toEqual([]);
});

test('the settings are changed within their bounds, and not over those of somebody else unseen', async () => {
  const admin = callerOf(machine().adminUrl, TOKENS.admin);
  const token = await withPerson(admin, { id: 'settled' }, 'Kim');
  const kim = await person();
  const { press, shows } = kim;
  await kim.open('portal#/settings');
  await kim.fill('Your token', 'guessed');
  await press('Log in');
  await shows(/This is not a token of somebody of a publisher/);
  expect(await kim.page.getByRole('navigation').count()).toBe(0);
  await kim.fill('Your token', token);
  await press('Log in');
  await kim.fill('Floor, USD CPM', '50000');
  await press('Save');
  await shows(/50000 was typed/);
  await kim.fill('Floor, USD CPM', '1.5');
  await kim.choose('Religion', 'No ads');
  await press('Save');
  await shows(/^Saved\.$/);
  const read = async () => (await admin('GET', '/api/publishers/settled')).body as object;
  expect(await read()).toMatchObject({
    definition: { floors: { default: 1.5 }, sensitive: { religion: true } },
  });
  const { definition, revision } = (await read()) as { definition: object; revision: number };
  await kim.fill('Floor, USD CPM', '2');
  const theirs = { ...definition, firstAdTurn: 4 };
  const ifMatch = { 'If-Match': `"${revision}"` };
  await admin('PUT', '/api/publishers/settled', theirs, ifMatch);
  await press('Save');
  await shows(/has changed it meanwhile/);
  await press('See the other version');
  await shows('First message with an ad: 4 → nothing');
  expect(await read()).toMatchObject({ definition: { floors: { default: 1.5 }, firstAdTurn: 4 } });
  await press('Save');
  await shows(/^Saved\.$/);
  expect(await read()).toMatchObject({ definition: { floors: { default: 2 } } });
});

test('publishers of the config and campaigns of a file can be looked at, and offer nothing to change', async () => {
  const operator = await operatorAt('#/campaigns?find=ridgeline-trail');
  await operator.follow('ridgeline-trail');
  await operator.shows(`This campaign is in ${DEFAULT_CAMPAIGNS_FILE}: change it there`);
  expect(await operator.links('Edit')).toBe(0);
  await operator.open('#/campaigns?view=new');
  await operator.shows('- { name: own, kind: campaigns, store: true }');
  await operator.open('portal?publisher=in-config#/settings');
  await operator.shows(/The exchange keeps these settings in its config/);
  expect(await operator.buttons('Save')).toBe(0);
  await operator.follow('Integration');
  await operator.heading('Keys');
  expect(await operator.buttons('Make a key')).toBe(0);
});
