import { expect, test } from 'bun:test';
import { startWithRoles, TOKENS } from '../accounts/machine.ts';
import { type Person, walkOn } from './walk.ts';

const PARTNERS = [{ name: 'own', kind: 'campaigns', store: true }] as const;

const { person } = walkOn(() => startWithRoles({ partners: PARTNERS }));

async function logIn(who: Person, token: string) {
  await who.fill('Admin token', token);
  await who.press('Log in');
}

/** The console empties the field after the answer. */
async function guess(who: Person, token: string) {
  const answered = who.page.waitForResponse((response) => response.url().endsWith('/login'));
  await logIn(who, token);
  expect((await answered).status()).toBeOneOf([401, 429]);
  await who.page.locator('input:invalid').waitFor();
}

test('the right token alone opens the console, also after many guesses, until the logout', async () => {
  const ann = await person();
  await ann.open('');
  await guess(ann, 'wrong');
  await ann.shows('This is not an admin token.');
  for (let time = 0; time < 5; time++) await guess(ann, `guess ${time}`);
  await ann.shows(/there were several wrong ones/);
  await logIn(ann, TOKENS.admin);
  await ann.heading('Live');
  await ann.shows('ann');
  await ann.shows('may change everything');
  await ann.page.reload();
  await ann.heading('Live');
  await ann.press('Log out');
  await ann.page.getByLabel('Admin token').waitFor();
  await ann.open('#/auctions');
  await ann.page.getByLabel('Admin token').waitFor();
  expect(await ann.page.getByRole('navigation').count()).toBe(0);
});

/** The forms of things, by address, as links of others have them. */
const FORMS = [
  ['campaigns?view=new', 'campaigns'],
  ['publishers?view=new', 'publishers'],
  ['partners?view=new', 'partners'],
  ['advertisers?view=new', 'advertisers'],
  ['buyers?view=new', 'buyers'],
] as const;

const LISTS = [
  ['try', 'Try it'],
  ['campaigns', 'Campaigns'],
  ['publishers', 'Publishers'],
  ['partners', 'Partners'],
  ['statements', 'Statements'],
] as const;

test('who may look is offered nothing to change', async () => {
  const rita = await person();
  await rita.open('#/live');
  await logIn(rita, TOKENS.read);
  await rita.shows('may look');
  for (const [address, name] of LISTS) {
    await rita.open(`#/${address}`);
    await rita.heading(name);
    expect(await rita.buttons(/^(Send|Pause|Resume|New|Add|Import)/)).toBe(0);
    expect(await rita.links(/^(New|Add) /)).toBe(0);
  }
  for (const [address, things] of FORMS) {
    await rita.open(`#/${address}`);
    await rita.heading(`Your role cannot change ${things}`);
    expect(await rita.page.locator('main input, main button').count()).toBe(0);
  }
});

test('what somebody has typed waits behind the login while their session has ended', async () => {
  const ann = await person();
  await ann.open('#/campaigns?view=new');
  await logIn(ann, TOKENS.admin);
  const advertiser = ann.page.getByLabel('Advertiser', { exact: true });
  await advertiser.fill('Ridgeline');
  await ann.context.clearCookies();
  await advertiser.fill('Ridgeline Running');
  await ann.shows('Your session has ended. What you typed is kept');
  await logIn(ann, TOKENS.admin);
  await advertiser.waitFor();
  expect(await advertiser.inputValue()).toBe('Ridgeline Running');
});
