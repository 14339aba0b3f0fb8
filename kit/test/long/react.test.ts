import { afterAll, expect, test } from 'bun:test';
import { cleanUp } from '../../../test/process.ts';
import { anAd } from '../an-ad.ts';
import { servePage } from './browser-page.ts';
import { startListener } from './element-setup.ts';

const listener = startListener();
afterAll(async () => {
  await cleanUp();
  await listener.stop();
});

test('an ad that React mounts many times is told once, and its chat hears that it was dismissed', async () => {
  const server = await servePage('react-page.tsx', listener.origin);
  const { page, complaints } = await server.open();
  const ad = anAd(listener.origin);
  await page.evaluate((value) => globalThis.show(value), ad);
  await page.getByRole('button', { name: 'Again 0' }).click();
  await page.getByRole('button', { name: 'Again 1' }).waitFor();
  expect(await listener.told(ad, 2)).toEqual(['POST drawn', 'POST viewable']);
  expect(await page.locator('parley-ad').getAttribute('theme')).toBe('dark');
  await page.getByRole('button', { name: 'Dismiss this ad' }).click();
  await page.getByText('The chat knows.').waitFor();
  await page.getByRole('button', { name: 'Again 1' }).click();
  await page.getByText('Ad dismissed.').waitFor();
  expect(complaints).toEqual([]);
});
