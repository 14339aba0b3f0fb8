import { expect } from 'bun:test';
import { accountsTest } from './accounts-test.ts';

const test = accountsTest();

test('an operator approves an account that waits, sees what a buyer spends, gives it a token once and a cap', async (at) => {
  await at.open('#/buyers');
  await at.shows('of $100.00');
  await at.press('Approve kettleby.example by agency.example');
  await at.press('Approve kettleby.example by agency.example now');
  await at.shows('None waits.');
  expect(at.server.buyers.accounts.get('acc_2')?.state).toBe('active');
  await at.follow('Acme Agent');
  await at.shows('Sells 120 impressions today.');
  await at.shows('No creative: the buyer has to assign one.');
  await at.press('Make a token');
  expect(await at.valueOf('The new token')).toStartWith('prl_buyer_');
  await at.press('Revoke token t1a2b3');
  await at.press('Revoke token t1a2b3 now');
  await at.page.getByText('t1a2b3', { exact: true }).waitFor({ state: 'detached' });
  await at.follow('Edit');
  await at.fill('Cap for a day, USD', '250');
  await at.press('Save');
  await at.heading('History');
  expect(at.server.buyers.records.kept.get('acme')?.definition.dailyCap).toBe(250);
});

test('a suspension asks for the reason that the buyer is told, and buyers and products are added', async (at) => {
  await at.open('#/buyers/acme');
  await at.press('Suspend … ridgeline.example by agency.example');
  await at.fill('Reason', 'unpaid since May');
  await at.press('Suspend ridgeline.example by agency.example now');
  await at.shows('unpaid since May');
  expect(at.server.buyers.accounts.get('acc_1')).toMatchObject({
    state: 'suspended',
    reason: 'unpaid since May',
  });
  await at.open('#/buyers?view=new');
  await at.fill('Id', 'fresh');
  await at.fill('Name', 'Fresh Agent');
  await at.press('Add the buyer');
  await at.heading('Fresh Agent');
  await at.shows('There is no token, so that nobody can call for it.');
  await at.open('#/buyers/products?view=new');
  await at.fill('Id', 'evening');
  await at.fill('Name', 'Evening chats');
  await at.fill('Description', 'Chats after six');
  await at.fill('Publishers', 'pub-1');
  await at.fill('Lowest CPM, USD', '3');
  await at.press('Add the product');
  await at.heading('Evening chats');
  expect(at.server.buyers.products.kept.get('evening')?.definition.floors).toEqual({ cpm: 3 });
});
