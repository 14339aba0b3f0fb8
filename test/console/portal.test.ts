import { describe, expect } from 'bun:test';
import { accountsTest } from './accounts-test.ts';
import { complaintsOf } from './browser.ts';

const test = accountsTest();

const pageOf = (path: string, publisher = 'pub-1') => `portal?publisher=${publisher}#/${path}`;

test('a wrong token opens nothing, and says so', async (at) => {
  await at.open('portal');
  await at.fill('Your token', 'guessed');
  await at.press('Log in');
  await at.shows(/This is not a token of somebody of a publisher/);
  expect(await at.page.getByRole('navigation').count()).toBe(0);
});

test('earnings are seen by day, format and placement, beside the week before', async (at) => {
  const complaints = complaintsOf(at.page);
  await at.open(pageOf('earnings'));
  await at.shows('$297.50');
  await at.shows('15 % more than the week before');
  await at.shows('4 % less than the week before');
  await at.page.locator('.uplot').waitFor();
  await at.page.getByRole('cell', { name: '2026-11-15' }).waitFor();
  await at.choose('By', 'Format');
  await at.page.getByRole('cell', { name: 'display_card' }).waitFor();
  await at.page.getByRole('cell', { name: '(not named)' }).waitFor();
  await at.choose('By', 'Placement');
  await at.page.getByRole('cell', { name: 'under-answer' }).waitFor();
  await at.choose('Period', 'Four weeks');
  await at.shows('$1,190.00');
  expect(complaints).toEqual([]);
});

test('a refused request is found with its reason and field, and a sold one with its price', async (at) => {
  await at.open(pageOf('requests'));
  await at.shows(/Send imp\[0\]\.bidfloor as a number, with a point/);
  await at.choose('Outcome', 'Refused');
  await at.page.getByText('Sold to ridgeline.example').waitFor({ state: 'detached' });
  await at.page.locator('.row-link').click();
  await at.heading('Refused');
  await at.shows('Expected a number, but got "0,50".');
  await at.shows('imp[0].bidfloor');
  await at.open(pageOf('requests/req-sold'));
  await at.shows('$3.36');
  await at.shows('Requests with an intent sell for more.');
  await at.open(pageOf('requests/forgotten'));
  await at.shows('No request "forgotten" is remembered.');
});

test('an advertiser is blocked on an ad of theirs, and allowed again', async (at) => {
  const blocked = () => at.server.publishers.kept.get('pub-1')?.definition.blockedDomains;
  await at.open(pageOf('requests/req-sold'));
  await at.press('Block this advertiser ridgeline.example');
  await at.shows('No ad of ridgeline.example is sold to you any more.');
  expect(blocked()).toEqual(['casino.example']);
  await at.press('Block this advertiser ridgeline.example now');
  await at.shows('ridgeline.example is blocked.');
  expect(blocked()).toEqual(['casino.example', 'ridgeline.example']);
  await at.follow('See all blocks');
  await at.page.getByRole('cell', { name: 'Grip for wet rock' }).first().waitFor();
  await at.press('Allow casino.example');
  await at.page
    .getByRole('button', { name: 'Allow casino.example' })
    .waitFor({ state: 'detached' });
  expect(blocked()).toEqual(['ridgeline.example']);
});

describe('settings', () => {
  test('are changed within the bounds that stand beside the fields', async (at) => {
    await at.open(pageOf('settings'));
    await at.shows(/From \$0\.20 to \$20\.00/);
    await at.fill('Floor, USD CPM', '500');
    await at.press('Save');
    await at.shows(/a floor from 0\.2 to 20 was expected, 500 was typed/);
    expect(await at.valueOf('Floor, USD CPM')).toBe('500');
    await at.fill('Floor, USD CPM', '1.5');
    await at.choose('Religion', 'No ads');
    await at.press('Save');
    await at.shows(/^Saved\.$/);
    expect(at.server.publishers.kept.get('pub-1')?.definition).toMatchObject({
      floors: { default: 1.5 },
      sensitive: { health: true, religion: true },
      share: 0.8,
    });
  });

  test('offer no topic to be freed that the exchange keeps free of ads', async (at) => {
    await at.open(pageOf('settings'));
    const optionsOf = (label: string) =>
      at.page.getByLabel(label, { exact: true }).locator('option').allTextContents();
    await at.page.getByLabel('A crisis', { exact: true }).waitFor();
    expect(await optionsOf('A crisis')).toEqual(['No ads']);
    expect(await optionsOf('Health')).toEqual(['No ads']);
    expect(await optionsOf('Politics')).toEqual(['Ads as elsewhere', 'No ads']);
  });

  test('that somebody else has changed meanwhile are not overwritten unseen', async (at) => {
    await at.open(pageOf('settings'));
    await at.fill('Floor, USD CPM', '2');
    at.server.publishers.change('pub-1', 'change', {}, 'berta');
    await at.press('Save');
    await at.shows(/Berta has changed it meanwhile/);
    await at.press('Save');
    await at.shows(/^Saved\.$/);
    expect(at.server.publishers.kept.get('pub-1')?.definition).toMatchObject({
      floors: { default: 2 },
    });
  });
});

test('an integration is brought further by what to do next, with snippets that are filled in', async (at) => {
  await at.open(pageOf('integration'));
  await at.heading('Integration level 2 of 4');
  await at.shows('Send ext.service.intent, so that ads can answer what people want.');
  await at.shows("publisher: 'pub-1'");
  await at.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await at.page.getByRole('button', { name: 'Copy' }).nth(1).click();
  await at.shows('Copied');
  expect(await at.page.evaluate(() => navigator.clipboard.readText())).toContain('publisherId');
});

test('a key is made and revoked, a statement opened, and ads.txt checked', async (at) => {
  const complaints = complaintsOf(at.page);
  await at.open(pageOf('keys'));
  await at.press('Make a key');
  expect(await at.valueOf('The new key')).toStartWith('prl_key_');
  await at.press('Revoke key k1a2b3');
  await at.press('Revoke key k1a2b3 now');
  await at.page.getByText('k1a2b3', { exact: true }).waitFor({ state: 'detached' });
  await at.follow('Statements');
  const link = at.page.getByRole('link', { name: 'CSV of 2026-09' });
  expect(await link.getAttribute('href')).toBe(
    '/api/portal/statements/2026-09?publisher=pub-1&format=csv',
  );
  await at.follow('ads.txt');
  await at.shows('Your domain was not checked yet.');
  await at.shows('ads.example, pub-1, DIRECT');
  await at.press('Check now');
  await at.shows('Your line is missing.');
  expect(await at.page.getByText('It names 14 other systems.').count()).toBe(1);
  expect(complaints).toEqual([]);
});

for (const [who, publisher, words] of [
  ['may only look', 'sleepy', 'You can look at the settings, and not change them.'],
  [
    'looks at a publisher of the config',
    'in-config',
    'The exchange keeps these settings in its config: ask it to change them.',
  ],
] as const) {
  test(`who ${who} is offered nothing to change`, async (at) => {
    await at.open(pageOf('settings', publisher));
    await at.shows(words);
    expect(await at.countOf('Save')).toBe(0);
    await at.follow('Keys');
    await at.heading('Keys');
    expect(await at.countOf('Make a key')).toBe(0);
    await at.follow('Ads');
    await at.page.getByRole('cell', { name: 'Grip for wet rock' }).first().waitFor();
    expect(await at.page.getByRole('button', { name: /^(Block|Allow)/ }).count()).toBe(0);
  });
}
