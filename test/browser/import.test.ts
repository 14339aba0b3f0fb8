import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { eventually } from '../eventually.ts';
import { startTestServer } from '../server.ts';
import { seriousFaults } from './axe.ts';
import { campaignOf, STORES, stored } from './campaigns.ts';
import { walkOn } from './walk.ts';

const { machine, person } = walkOn(() => startTestServer({ partners: STORES }));

test('an export is imported again with a bad line: the preview says what will change, and only the rest changes', async () => {
  const shoes = Array.from({ length: 10 }, (_, n) =>
    campaignOf({ id: `shoes-${n}`, advertiser: 'Ridgeline Running', cpm: 5 }),
  );
  await stored(machine(), 'own', shoes, 'draft');
  const ann = await person();
  const { page, press, shows } = ann;
  await ann.open('#/campaigns');
  await ann.follow('Import and export');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  const text = readFileSync((await download.path()) ?? '', 'utf8');
  const choose = async (csv: string) => {
    const file = { name: 'campaigns.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await page.getByLabel('File').setInputFiles([]);
    await page.getByLabel('File').setInputFiles(file);
  };
  await choose(text);
  await shows('Nothing changes: the store has all 10 like this.');
  const [head = '', ...lines] = text.split('\r\n');
  const changed = lines.map((line) =>
    line.startsWith('shoes-1')
      ? line.replace(',5,', ',"8,50",').replace('https://', 'ftp://')
      : line.replace(',5,', ',8.5,'),
  );
  await choose([head, ...changed].join('\r\n'));
  await shows('In this text: 9 change, 1 refused.');
  const refused = page.getByRole('row', { name: /3 shoes-1 Refused cpm: a number.*link: / });
  await refused.waitFor();
  await page.getByRole('row', { name: /2 shoes-0 Change cpm: 5 → 8.5/ }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await press('Import 9 records');
  await shows('Imported: 9 changed, 1 refused.');
  await refused.waitFor();
  await ann.open('#/campaigns/own/shoes-0');
  await shows('cpm: 5 → 8.5');
  await ann.open('#/campaigns/own/shoes-1?view=edit');
  expect(await ann.valueOf('CPM in USD')).toBe('5');
  expect(ann.complaints).toEqual([]);
});

test('many campaigns are found by text, state and page, and the address has all of it', async () => {
  const many = Array.from({ length: 60 }, (_, n) => campaignOf({ id: `many-${n}` }));
  await stored(machine(), 'own', many, 'draft');
  const ann = await person({ viewport: { width: 1280, height: 700 } });
  const { page, shows } = ann;
  await ann.open('#/campaigns?find=many&state=draft&sort=name');
  await shows('60 campaigns, page 1 of 2');
  await page.evaluate(() => scrollTo(0, 600));
  // A click of the browser's driver would scroll first.
  await page.locator('.campaign-name').nth(14).dispatchEvent('click');
  await page.locator('.back').waitFor();
  await page.locator('.back a').click();
  await eventually(() => page.evaluate(() => scrollY === 600));
  expect(page.url()).toContain('find=many&state=draft&sort=name');
  await ann.follow('Next');
  await shows('60 campaigns, page 2 of 2');
  await page.getByRole('searchbox').fill('many-47');
  await shows('1 campaign, page 1 of 1');
  expect(page.url()).toContain('find=many-47');
});
