import { expect } from 'bun:test';
import { accountsTest } from './accounts-test.ts';

const test = accountsTest();

test('a partner is tested before it is saved, mended, added and tested again', async (at) => {
  await at.open('#/partners');
  await at.follow('Add a partner');
  await at.fill('Name', 'quince');
  await at.fill('URL', 'http://localhost:1/nobody');
  await at.fill('Headers', 'Authorization: Bearer secret-of-quince\nX-Seat: 7');
  await at.press('Send a sample request');
  await at.shows(/but nobody listens there/);
  await at.fill('URL', 'https://bid.quince.example/rtb');
  await at.press('Send a sample request');
  await at.shows('The partner answered with 2 bids, and 1 of them would be accepted.');
  await at.shows('The title has 120 characters, and the impression takes 90.');
  await at.page.getByText('What was sent').click();
  await at.shows('POST https://bid.quince.example/rtb');
  await at.page.getByText('What came back: status 200').click();
  await at.page.getByLabel('Body that came').getByText('seatbid').waitFor();
  expect(at.server.partners.kept.has('quince')).toBe(false);

  await at.press('Add the partner');
  await at.shows('Paused: it is not asked.');
  await at.press('Start');
  await at.shows('It is asked in auctions.');
  await at.press('Send a sample request');
  await at.shows('It would be accepted.');
  expect(await at.page.content()).not.toContain('secret-of-quince');
  expect(Object.keys(Object(at.server.partners.kept.get('quince')?.definition.headers))).toEqual([
    'Authorization',
    'X-Seat',
  ]);
});

test('the faults of a partner stand at their fields, and what was typed stays', async (at) => {
  await at.open('#/partners?view=new');
  await at.fill('Name', 'two words');
  await at.fill('Headers', 'Authorization: typed');
  await at.press('Add the partner');
  await at.shows('2 fields are wrong.');
  expect(await at.page.getByLabel('URL', { exact: true }).getAttribute('aria-invalid')).toBe(
    'true',
  );
  expect(await at.valueOf('Name')).toBe('two words');
  expect(await at.valueOf('Headers')).toBe('Authorization: typed');
});

test('fields that the form does not have are changed as JSON, and a header that is not touched keeps its value', async (at) => {
  await at.open('#/partners/orchard?view=edit');
  expect(await at.valueOf('Headers')).toBe('Authorization: (kept)');
  await at.page.getByText('All fields, as JSON').click();
  const all = at.page.getByLabel('The partner as docs/config.md describes it');
  const definition = JSON.parse(await all.inputValue()) as object;
  await all.fill(JSON.stringify({ ...definition, gzip: true }));
  await at.press('Save');
  await at.heading('History');
  await at.shows('gzip: nothing → true');
  expect(at.server.partners.kept.get('orchard')?.definition).toMatchObject({
    gzip: true,
    headers: { Authorization: '(kept)' },
  });
});

test('a partner is capped, paused, started, and removed after it says what will happen', async (at) => {
  await at.open('#/partners/orchard');
  await at.fill('Calls a second at most', '50');
  await at.press('Set the limit');
  await at.shows('Now 50.');
  await at.shows('qpsMax: 200 → 50');
  await at.fill('Calls a second at most', 'abc');
  await at.press('Set the limit');
  await at.shows(/^Calls a second at most: a whole number.*, "abc" was typed\.$/);
  await at.fill('Calls a second at most', '');
  await at.press('Set the limit');
  await at.shows('There is none now.');
  expect(await at.countOf('Remove orchard')).toBe(0);
  await at.press('Pause orchard');
  await at.press('Pause orchard now');
  await at.shows('Paused: it is not asked.');
  await at.press('Start');
  await at.shows('It is asked in auctions.');
  await at.press('Pause orchard');
  await at.press('Pause orchard now');
  await at.press('Remove orchard');
  await at.shows(/Notices of ads that it was sold are still sent/);
  await at.press('Remove orchard now');
  await at.heading('Partners');
  expect(at.server.partners.kept.has('orchard')).toBe(false);
});

test('a partner of the config can be looked at and tested, and says where it is changed', async (at) => {
  await at.open('#/partners');
  await at.follow('acme');
  await at.shows(/This partner comes with the config: change it there/);
  for (const name of ['Pause', 'Set the limit']) expect(await at.countOf(name)).toBe(0);
  expect(await at.page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
  await at.press('Send a sample request');
  await at.shows(/but nobody listens there/);
});
