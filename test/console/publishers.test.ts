import { describe, expect } from 'bun:test';
import { PATIENT_MS } from '../patience.ts';
import { accountsTest } from './accounts-test.ts';
import { drive } from './drive.ts';

const test = accountsTest();

test('an operator adds a publisher and invites somebody, who gets a login by the link, once, and sees its pages', async (at) => {
  await at.open('#/publishers');
  await at.follow('Add a publisher');
  await at.fill('Id', 'fresh');
  await at.fill('Name', 'Fresh Talk');
  await at.fill('Domain', 'fresh.example');
  await at.choose('It sells', 'Its own space');
  await at.press('Add the publisher');
  await at.shows(/Invited\. Its requests are refused until/);
  await at.press('Invite somebody');
  const link = await at.valueOf('The link of the invitation');

  const visitor = await at.browser.newPage();
  visitor.setDefaultTimeout(PATIENT_MS);
  const there = drive(visitor);
  await visitor.goto(link);
  await there.fill('Your name', 'Mira Lind');
  // The secret is not in the address any more, where others could read it.
  expect(visitor.url()).toBe(`${at.server.url}/portal`);
  await there.press('Accept the invitation');
  const token = await there.valueOf('Your token');
  await there.press('I have kept it: open the pages');
  await there.heading('Earnings');
  await there.press('Log out');
  await there.fill('Your token', token);
  await there.press('Log in');
  await there.heading('Earnings');
  await visitor.goto('about:blank');
  await visitor.goto(link);
  await there.fill('Your name', 'Somebody Else');
  await there.press('Accept the invitation');
  await there.shows(/This invitation is not valid/);
  await visitor.close();

  await at.page.reload();
  await at.shows('Active. Its requests are answered.');
  await at.shows('No invitation is open.');
  await at.page.getByRole('cell', { name: 'Mira Lind', exact: true }).waitFor();
  await at.follow('View as the publisher');
  await at.shows('These are the pages of Fresh Talk as its people see them.');
});

test('a key is shown once, replaced while both work, and revoked after a question', async (at) => {
  await at.open('#/publishers/pub-1');
  await at.press('Make a key');
  expect(await at.valueOf('The new key')).toStartWith('prl_key_');
  await at.shows('Two keys are valid at a time at most');
  expect(await at.countOf('Make a key')).toBe(0);
  await at.press('Revoke key k1a2b3');
  await at.shows('Requests with this key are refused from now on.');
  await at.press('Cancel');
  expect(at.server.publishers.kept.get('pub-1')?.keys).toHaveLength(2);
  await at.press('Revoke key k1a2b3');
  await at.press('Revoke key k1a2b3 now');
  await at.page.getByText('k1a2b3', { exact: true }).waitFor({ state: 'detached' });
  await at.page.reload();
  await at.press('Make a key');
  expect(at.server.publishers.kept.get('pub-1')?.keys).toHaveLength(2);
});

test('a publisher whose domain does not prove its space is flagged in the list, with the reason on its page', async (at) => {
  await at.open('#/publishers');
  await at.page.getByText('ads.txt: see its page').waitFor();
  await at.follow('sleepy');
  await at.shows('Expected a line in https://sleepy.example/ads.txt');
});

test('a publisher is found, paused, resumed, and removed once it is paused', async (at) => {
  await at.open('#/publishers');
  await at.page.getByLabel('Find').fill('Ridge');
  await at.page.getByText('new-talk').waitFor({ state: 'detached' });
  await at.shows('18,204');
  await at.follow('pub-1');
  await at.page.getByRole('button', { name: 'Pause' }).waitFor();
  expect(await at.countOf('Remove pub-1')).toBe(0);
  await at.press('Pause pub-1');
  await at.shows(/Today it sent 18,204 requests and earned/);
  await at.press('Pause pub-1 now');
  await at.shows('Paused. Its requests are refused.');
  await at.shows('state: active → paused');
  await at.press('Resume');
  await at.shows('Active. Its requests are answered.');
  await at.press('Pause pub-1');
  await at.press('Pause pub-1 now');
  await at.press('Remove pub-1');
  await at.shows(/Its figures and statements stay\./);
  await at.press('Remove pub-1 now');
  await at.heading('Publishers');
  await at.page.getByRole('link', { name: 'sleepy' }).waitFor();
  expect(await at.page.getByRole('link', { name: 'pub-1' }).count()).toBe(0);
});

test('somebody of a publisher is removed, and an invitation revoked', async (at) => {
  await at.open('#/publishers/pub-1');
  await at.press('Remove Jonas Weber');
  await at.press('Remove Jonas Weber now');
  await at.shows('Nobody has accepted an invitation yet.');
  await at.press('Invite somebody');
  await at.page.getByLabel('The link of the invitation').waitFor();
  await at.page.getByRole('button', { name: /^Revoke invitation/ }).click();
  await at.page.getByRole('button', { name: /^Revoke invitation .* now$/ }).click();
  await at.shows('No invitation is open.');
});

describe('nothing that was typed is lost', () => {
  test('when fields are wrong: the faults stand at them', async (at) => {
    await at.open('#/publishers?view=new');
    await at.fill('Id', 'two words');
    await at.fill('Its share of each sale', '80');
    await at.press('Add the publisher');
    await at.shows('2 fields are wrong.');
    const described = await at.page
      .getByLabel('Its share of each sale')
      .getAttribute('aria-describedby');
    await at.page
      .locator(`#${described?.split(' ').at(-1)}`)
      .getByText(/from 0 to 1/)
      .waitFor();
    expect(await at.valueOf('Id')).toBe('two words');
    expect(await at.valueOf('Its share of each sale')).toBe('80');
  });

  test('when somebody else has saved meanwhile: both are kept, and who changed the same field chooses', async (at) => {
    await at.open('#/publishers/pub-1?view=edit');
    const first = at.server.publishers.kept.get('pub-1')?.definition;
    const theirs = { ...first, floors: { default: 3 }, firstAdTurn: 4 };
    await at.fill('Floor, USD CPM', '9');
    await at.fill('Its share of each sale', '0.5');
    at.server.publishers.change('pub-1', 'change', { definition: theirs }, 'berta');
    await at.press('Save');
    await at.shows(/Berta has changed it meanwhile/);
    await at.shows(/First message with an ad: .* → 4/);
    expect(await at.valueOf('Floor, USD CPM')).toBe('9');
    // Nothing is overwritten before somebody has chosen.
    await at.press('Save');
    await at.shows('choose yours or theirs');
    expect(at.server.publishers.kept.get('pub-1')?.definition).toEqual(theirs);

    await at.page.getByLabel('That of berta: 3').check();
    expect(await at.valueOf('Floor, USD CPM')).toBe('3');
    await at.page.getByLabel('Yours: 9').check();
    expect(await at.valueOf('Floor, USD CPM')).toBe('9');
    await at.page.route('**/api/publishers/pub-1', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await at.press('Save');
    await at.shows('Parley does not answer.');
    expect(await at.valueOf('Floor, USD CPM')).toBe('9');
    await at.page.unrouteAll();
    await at.press('Save');
    await at.heading('History');
    expect(at.server.publishers.kept.get('pub-1')?.definition).toEqual({
      ...theirs,
      floors: { default: 9 },
      share: 0.5,
    });
  });

  test('when the answer is lost: it is not added twice', async (at) => {
    const keys: string[] = [];
    let times = 0;
    await at.page.route('**/api/publishers', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push((await route.request().headerValue('idempotency-key')) ?? '');
      return times++ === 0 ? route.abort() : route.continue();
    });
    await at.open('#/publishers?view=new');
    await at.fill('Id', 'lost');
    await at.press('Add the publisher');
    await at.shows('Parley does not answer.');
    expect(await at.valueOf('Id')).toBe('lost');
    await at.press('Add the publisher');
    await at.heading('lost');
    expect(keys[0]).not.toBe('');
    expect(keys[1]).toBe(keys[0] ?? '');
  });
});

test('a publisher of the config can be looked at, and says where it is changed', async (at) => {
  await at.open('#/publishers/in-config');
  await at.shows(/This publisher is in the config: change it there/);
  await at.shows('First message with an ad');
  for (const name of ['Pause', 'Make a key', 'Invite somebody']) {
    expect(await at.countOf(name)).toBe(0);
  }
  expect(await at.page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
});
