import { expect, test } from 'bun:test';
import type { BuyerRow, ProductList } from '../../src/parts/adcp/page/api.ts';
import { callerOf } from '../accounts/machine.ts';
import { callTool, SELLING } from '../adcp/call-seller.ts';
import { bidOn, startDsp } from '../auction/partners.ts';
import { bid } from '../notices/exchange.ts';
import { atCleanUp } from '../process.ts';
import { startTestServer } from '../server.ts';
import { seriousFaults } from './axe.ts';
import { complaintsOf } from './browser.ts';
import { folderWithTwoWeeks } from './two-weeks.ts';
import { walkOn } from './walk.ts';

const dsp = startDsp((request) => bidOn(request));
atCleanUp(dsp.stop);

const { machine, person } = walkOn(async () =>
  startTestServer({
    dataDir: await folderWithTwoWeeks(),
    portal: { host: '127.0.0.1', port: 0, publicUrl: undefined },
    publishers: [{ id: 'fresh-talk' }],
    partners: [{ name: 'fixed', kind: 'openrtb', url: dsp.url }, ...SELLING.partners],
    adcp: SELLING.adcp,
  }),
);

test('a partner is tested before it is asked, started, capped, paused and removed, and its header stays secret', async () => {
  const ann = await person();
  const { page, press, shows } = ann;
  await ann.open('#/partners');
  await ann.follow('Add a partner');
  await ann.fill('Name', 'two words');
  await press('Add the partner');
  await shows('2 fields are wrong.');
  expect(await page.getByLabel('URL', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  await ann.fill('Name', 'quince');
  await ann.fill('URL', 'http://127.0.0.1:9/nobody');
  await ann.fill('Headers', 'Authorization: Bearer secret-of-quince');
  await press('Send a sample request');
  await page.getByText('What was sent').waitFor();
  await ann.fill('URL', dsp.url);
  await press('Send a sample request');
  await shows('It would be accepted.');
  expect(dsp.received.at(-1)?.headers.get('authorization')).toBe('Bearer secret-of-quince');
  expect(await seriousFaults(page)).toEqual([]);

  await press('Add the partner');
  await shows('Paused. It is not asked.');
  expect(await page.content()).not.toContain('secret-of-quince');
  await ann.follow('Edit');
  expect(await ann.valueOf('Headers')).toBe('Authorization: (kept)');
  await ann.fill('Calls a second at most', '50');
  await press('Save');
  await ann.heading('quince');
  await press('Start');
  await shows('It is asked in auctions.');
  await shows(/qpsMax: .* → 50/);
  await bid(machine().port);
  const authorized = dsp.received.filter(({ headers }) => headers.has('authorization'));
  expect(authorized.at(-1)?.headers.get('authorization')).toBe('Bearer secret-of-quince');
  expect(await ann.buttons('Remove quince')).toBe(0);
  await press('Pause quince');
  await press('Pause quince now');
  await shows('Paused. It is not asked.');
  await press('Remove quince');
  await shows(/Notices of ads that it was sold are still sent/);
  await press('Remove quince now');
  await ann.heading('Partners');
  await page.getByRole('link', { name: 'quince' }).waitFor({ state: 'detached' });
  await ann.follow('fixed');
  await shows(/change it there/);
  expect(await ann.links('Edit')).toBe(0);
});

test('a publisher is added once though the answer was lost, paused, and removed once it is paused', async () => {
  const ann = await person();
  const { page, press, shows } = ann;
  let times = 0;
  await page.route('**/api/publishers', async (route) => {
    if (route.request().method() !== 'POST' || times++ > 0) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await ann.open('#/publishers?view=new');
  await ann.fill('Id', 'ridge');
  await press('Add the publisher');
  await shows('Parley does not answer.');
  expect(await ann.valueOf('Id')).toBe('ridge');
  await press('Add the publisher');
  await ann.heading('ridge');
  await shows(/Invited\. Its requests are refused until/);
  await press('Make a key');
  expect(await ann.valueOf('The new key')).toStartWith('prl_key_');
  const call = callerOf(machine().adminUrl);
  await call('POST', '/api/publishers/ridge/state', { state: 'active' });
  await page.reload();
  expect(await ann.buttons('Remove ridge')).toBe(0);
  await press('Pause ridge');
  await press('Pause ridge now');
  await shows('Paused. Its requests are refused.');
  await press('Remove ridge');
  await shows(/Its figures and statements stay\./);
  await press('Remove ridge now');
  await ann.heading('Publishers');
  await page.getByRole('link', { name: 'ridge' }).waitFor({ state: 'detached' });
  await ann.open('#/publishers/fresh-talk');
  await shows(/This publisher is in .*: change it there/);
  expect(await ann.buttons('Make a key')).toBe(0);
});

test('several publishers are paused at once, what is refused says why, and the way back finds the search', async () => {
  const call = callerOf(machine().adminUrl);
  for (const id of ['west-1', 'west-2', 'west-3']) await call('POST', '/api/publishers', { id });
  const ann = await person();
  const { page, press, shows } = ann;
  await ann.open('#/publishers?find=west');
  await page.getByLabel('All 3 on this page').check();
  await call('DELETE', '/api/publishers/west-3');
  await press('Pause 3 publishers');
  await press('Pause 3 publishers now');
  await shows('Done: 2 publishers changed.');
  await shows(/^west-3: /);
  expect(await seriousFaults(page)).toEqual([]);
  await ann.follow('west-1');
  await shows('Paused. Its requests are refused.');
  await press('Resume');
  await shows('Active. Its requests are answered.');
  await press('Undo');
  await shows('Paused. Its requests are refused.');
  await ann.follow('← Publishers');
  await ann.heading('Publishers');
  expect(page.url()).toContain('find=west');
  await page.getByRole('link', { name: 'ridge' }).waitFor({ state: 'detached' });
});

test('an AI buyer gets a token once and a cap, its account is decided on, and a product is added', async () => {
  const call = callerOf(machine().adminUrl);
  const ann = await person();
  const { page, press, shows } = ann;
  await ann.open('#/buyers?view=new');
  await ann.fill('Id', 'fresh');
  await ann.fill('Name', 'Fresh Agent');
  await press('Add the buyer');
  await ann.heading('Fresh Agent');
  await shows('There is no token, so that nobody can call for it.');
  await press('Make a token');
  const token = await ann.valueOf('The new token');
  expect(token).toStartWith('prl_buyer_');
  await callTool({ url: machine().adcpUrl() ?? '', token }, 'sync_accounts', {
    idempotency_key: 'accounts-of-fresh-1',
    accounts: [{ brand: { domain: 'nova.example' }, operator: 'nova.example', billing: 'agent' }],
  });
  await ann.follow('Edit');
  await ann.fill('Cap for a day, USD', '250');
  await press('Save');
  await ann.heading('History');
  const { body } = await call<BuyerRow>('GET', '/api/buyers/fresh');
  expect(body).toMatchObject({ definition: { dailyCap: 250 } });
  await ann.open('#/buyers');
  await ann.heading('Accounts that wait for approval');
  await press('Reject nova.example');
  await press('Reject nova.example now');
  await shows(/expected the reason/);
  await press('Reject nova.example');
  await ann.fill('Reason', 'no contract');
  expect(await seriousFaults(page)).toEqual([]);
  await press('Reject nova.example now');
  await shows('None waits.');
  await ann.follow('Fresh Agent');
  await shows('no contract');
  await press('Reactivate nova.example');
  await press('Reactivate nova.example now');
  await press('Suspend nova.example');
  await ann.open('#/buyers/products?view=new');
  await ann.fill('Id', 'evening');
  await ann.fill('Name', 'Evening chats');
  await ann.fill('Description', 'Chats after six');
  await ann.fill('Publishers', 'fresh-talk');
  await ann.fill('Lowest CPM, USD', '3');
  await press('Add the product');
  await ann.heading('Evening chats');
  const products = await call<ProductList>('GET', '/api/products');
  expect(products.text).toContain('"evening"');
});

test('an adjustment is made for an account that is known, in its currency, and deleted', async () => {
  const ann = await person();
  const { page, press, shows } = ann;
  await ann.open('#/statements');
  await ann.heading('Statements');
  await page.getByText('Add an adjustment').click();
  await ann.fill('Publisher', 'fresh-tlak');
  await ann.fill('Amount', '-1.50');
  await ann.fill('Reason', 'agreed by mail');
  await press('Add the adjustment');
  await shows(/"fresh-tlak" was typed/);
  await ann.fill('Publisher', 'fresh-talk');
  await ann.fill('Amount', 'a lot');
  await press('Add the adjustment');
  await shows(/an amount in USD.* was expected/);
  await ann.fill('Amount', '-1.50');
  await press('Add the adjustment');
  await shows('-1.50 USD for publisher fresh-talk');
  await press(/^Delete adjustment/);
  await press(/^Delete adjustment .* now$/);
  await shows('There is none.');
});

test('a report compares weeks, is saved, and a client sees it by a link until that is revoked', async () => {
  const ann = await person();
  const { page, press, shows } = ann;
  const split = (name: string) =>
    page.getByRole('group', { name: 'Split by' }).getByRole('button', { name }).click();
  await ann.open('#/reports');
  await ann.choose('Period', 'This week');
  await split('Creative');
  await split('Hour');
  await press('Compare');
  const spring = page.getByRole('row').filter({ hasText: 'spring' });
  await spring.getByText('was 4', { exact: true }).waitFor();
  await spring.getByText('+50 %').first().waitFor();
  await split('Advertiser');
  await spring.getByText('shop.example').click();
  await shows(/Only advertiser shop.example/);
  await split('Advertiser');
  expect(await seriousFaults(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await ann.follow('Download CSV');
  expect((await download).suggestedFilename()).toMatch(/^parley-.*\.csv$/);
  await ann.follow('Save this report');
  await ann.fill('Name', 'Shop by creative');
  await press('Add the report');
  await ann.heading('Shop by creative');
  await press('Make a link');
  const { pathname, search } = new URL(await ann.valueOf('The link'));
  expect(ann.complaints).toEqual([]);

  // The client has no session, and reaches the port of the portal alone.
  const client = await person();
  const trouble = complaintsOf(client.page);
  await client.page.goto(`${machine().portalUrl}${pathname}${search}`);
  await client.heading('Shop by creative');
  const row = client.page.getByRole('row').filter({ hasText: 'spring' });
  expect(await row.innerText()).toMatch(/6\s+was 4\s+\+50 %/);
  const text = await client.page.innerText('body');
  for (const word of ['Margin', 'Earnings', 'pub']) expect(text).not.toContain(word);
  expect(trouble).toEqual([]);
  await page.reload();
  await press('Revoke the link of local');
  await press('Revoke the link of local now');
  await page.getByRole('button', { name: /^Revoke/ }).waitFor({ state: 'detached' });
  await client.page.reload();
  await client.page.getByRole('heading', { name: /This link opens nothing/ }).waitFor();
  expect(await client.page.innerText('body')).not.toContain('spring');
});
