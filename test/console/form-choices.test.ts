import { afterAll, expect, test } from 'bun:test';
import { startExchange } from '../notices/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp } from '../process.ts';
import { anyCampaign, campaignsCommand, fileWith, STORE_PARTNER } from '../store/campaigns.ts';
import { startBrowser } from './browser.ts';

afterAll(cleanUp);

test('a choice shows what a campaign has, and one that is taken back leaves nothing that the form hides', async () => {
  const [card] = anyCampaign({ id: 'two' }).creatives;
  if (card === undefined) throw new Error('expected a creative');
  const campaign = anyCampaign({
    id: 'two',
    budget: { daily: 20, pacing: 'even' },
    creatives: [card, { ...card, id: 'second' }],
  });
  const exchange = await startExchange({ more: STORE_PARTNER });
  await campaignsCommand(exchange, 'import', 'own', fileWith([campaign]));
  await using browser = await startBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(PATIENT_MS);
  await page.goto(`${exchange.adminUrl}/#/campaigns/own/two/edit`);
  const chosen = (label: string) =>
    page.getByLabel(label, { exact: true }).locator('option:checked').allTextContents();
  await page.getByLabel('Pace', { exact: true }).waitFor();
  expect(await chosen('Pace')).toEqual(['Even, as requests come']);

  const rotation = page.getByLabel('Which of its ads', { exact: true });
  await rotation.selectOption({ label: 'By their weights' });
  await page.getByLabel('Weight of this ad', { exact: true }).first().fill('3');
  await rotation.selectOption({ label: 'All alike' });
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await saved).status()).toBe(200);
});
