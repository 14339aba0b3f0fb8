import { expect, test } from 'bun:test';
import { DEFAULT_PARTNERS } from '../../src/host/config/default-partners.ts';
import { startTestServer } from '../server.ts';
import { seriousFaults } from './axe.ts';
import { type Person, walkOn } from './walk.ts';

const { machine, person } = walkOn(() =>
  startTestServer({
    partners: DEFAULT_PARTNERS,
    partnersFrom: 'defaults',
    publishers: [
      { id: 'paced', firstAdTurn: 2 },
      { id: 'keyed', keys: [PUBLISHER_KEY] },
    ],
  }),
);

const PUBLISHER_KEY = 'the-key-of-publisher-keyed';

const editorOf = ({ page }: Person) => page.getByLabel('Bid request', { exact: true });

test('an invalid request has its faults at their lines, and a valid one its ad; the editor has it after a reload', async () => {
  const ann = await person();
  const { page, press, shows } = ann;
  const editor = editorOf(ann);
  await ann.open('#/try');
  await press('4 · Products');
  await shows('Valid, integration level 4 of 4.');
  const valid = await editor.inputValue();
  const faulty = valid
    .replace('"test": 1', '"test": 7')
    .replace('"tmax": 400', '"tmax": 5')
    .replace('"bidfloor": 0.5', '"bidfloor": -1');
  await editor.fill(faulty);
  await shows('3 faults; the endpoint answers with the first of them:');
  const lineOf = (key: string) =>
    String(faulty.split('\n').findIndex((line) => line.includes(`"${key}"`)) + 1);
  const fields = ['imp[0].bidfloor', 'test', 'tmax'];
  expect(await page.locator('.fault-list strong').allTextContents()).toEqual(fields);
  expect(new Set(await page.locator('.gutter .bad').allTextContents())).toEqual(
    new Set(['test', 'bidfloor', 'tmax'].map(lineOf)),
  );
  expect(await seriousFaults(page)).toEqual([]);
  await press(`Show line ${lineOf('tmax')}`);
  const line = await editor.evaluate(
    (area: HTMLTextAreaElement) => area.value.slice(0, area.selectionStart).split('\n').length,
  );
  expect(String(line)).toBe(lineOf('tmax'));
  await editor.fill(valid.replace('"test": 1,', '"test": 1'));
  await shows(/^Invalid JSON format$/);

  await editor.fill(valid);
  await press('Send');
  const ad = page.locator('parley-ad[preview]').getByRole('article', { name: /^Sponsored: / });
  await ad.waitFor();
  await page.reload();
  await shows('Valid, integration level 4 of 4.');
  expect(await editor.inputValue()).toBe(valid);
  expect(ann.complaints).toEqual([]);
});

test('a request that gets no ad says why, and one without its publisher’s key is refused until it has it', async () => {
  const ann = await person();
  const { press, shows } = ann;
  const editor = editorOf(ann);
  await ann.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await ann.open('#/try');
  const request = await editor.inputValue();
  await editor.fill(request.replace('"test": 1', '"test": 0, "badv": ["example"]'));
  await press('Send');
  await shows('The publisher blocks these ads (blocked).');
  await shows(/Check badv/);
  await editor.fill(request.replace('"pub-1"', '"keyed"'));
  await press('Send');
  await shows(/expected the header Authorization: Bearer <key>/);
  await ann.page.getByLabel('Publisher’s key').fill(PUBLISHER_KEY);
  await press('Send');
  await ann.page.locator('parley-ad').waitFor();
  await press('Copy as curl');
  await shows('Copied');
  const copied = await ann.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`'${machine().url}/openrtb2'`);
  expect(copied).toContain(`-H 'Authorization: Bearer ${PUBLISHER_KEY}'`);
});

test('a conversation goes from a sentence to a request in the editor, its ad and its auction', async () => {
  const ann = await person();
  const { page, shows } = ann;
  await ann.open('#/try');
  await ann.fill('Message', 'trail shoes under $150, I need them this week');
  await page.keyboard.press('Enter');
  const chips = page.getByRole('list', { name: 'Derived signals' });
  await chips.waitFor();
  const understood = await chips.getByRole('listitem').allTextContents();
  for (const signal of ['keyword trail shoes', 'price up to 150 USD', 'signal urgency']) {
    expect(understood).toContain(signal);
  }
  await page.locator('parley-ad').getByText('Sponsored').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await ann.follow('See the auction');
  await page.locator('.waterfall').waitFor();
  await page.goBack();
  await page.locator('parley-ad').waitFor();
  await shows('Valid, integration level 4 of 4.');
  expect(await editorOf(ann).inputValue()).toContain('trail shoes');
  expect(ann.complaints).toEqual([]);
});

test('a conversation asks for no ad beside grief or in a language that is not read, nor before the publisher’s first turn', async () => {
  const ann = await person();
  const { page, press, shows } = ann;
  await ann.open('#/try');
  const say = async (text: string) => {
    await ann.fill('Message', text);
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText(text, { exact: true }).waitFor();
  };
  const before = await editorOf(ann).inputValue();
  await say('my dog died');
  await shows('No ad, on purpose.');
  await press('Start over');
  await say('Etsin uusia juoksukenkiä');
  await shows('unknown-language');
  expect(await editorOf(ann).inputValue()).toBe(before);
  await press('Start over');
  await ann.fill('Publisher', 'paced');
  await press(/trail shoes/);
  await shows('Held back by conversation pacing (paced).');
  await say('coffee beans please');
  await page.locator('parley-ad').waitFor();
});
