import { describe, expect, test } from 'bun:test';
import { anAd } from '../an-ad.ts';
import { elementPages, happened, show } from './element-setup.ts';

/** What people can say of an ad, and whom the element tells. */

const { listener, open } = elementPages();

const saidOf = (events: readonly string[]) =>
  events.filter((event) => event !== 'viewable' && event !== 'drawn');
const ofFeedback = (told: readonly string[]) => told.filter((what) => what.includes('feedback'));

describe('an ad', () => {
  test('that is dismissed and then reported tells the exchange each once, with the reason', async () => {
    const { page, complaints } = await open();
    const ad = anAd(listener.origin);
    await show(page, ad);
    await page.getByRole('button', { name: 'Dismiss this ad' }).click();
    const report = page.getByRole('button', { name: 'Report this ad' });
    expect(await report.getAttribute('aria-expanded')).toBe('false');
    await report.click();
    await page.getByRole('button', { name: 'Misleading or a fraud' }).click();
    await page.getByText('Thank you. Whoever runs this chat is told.').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    await show(page, ad);
    await page.getByText('Thank you.').nth(1).waitFor();
    const told = ofFeedback(await listener.told(ad, 3));
    expect(told).toEqual(['POST feedback?k=hide', 'POST feedback?k=report&r=misleading']);
    expect(saidOf(await happened(page))).toEqual(['dismissed', 'reported']);
    expect(complaints).toEqual([]);
  });

  test('whose advertiser is not wanted goes, and says so', async () => {
    const { page } = await open();
    const ad = anAd(listener.origin);
    await show(page, ad);
    await page.getByRole('button', { name: 'Why this ad?' }).click();
    await page.getByRole('button', { name: 'Not this advertiser' }).click();
    await page.getByText('Thank you.').waitFor();
    const told = ofFeedback(await listener.told(ad, 3));
    expect(told.toSorted()).toEqual(['POST feedback?k=advertiser', 'POST feedback?k=hide']);
    expect(saidOf(await happened(page))).toEqual(['unwanted', 'dismissed']);
  });

  test('an ad that is dismissed goes, also where the exchange takes no feedback or cannot be reached', async () => {
    for (const feedback of [
      undefined,
      [{ url: 'http://127.0.0.1:1/n/feedback/T', by: 'beacon' }],
    ]) {
      const { page } = await open({ path: '/?lang=nl' });
      await show(page, anAd(listener.origin, { notices: { feedback } }));
      await page.locator('parley-ad .dismiss').click();
      await page.getByRole('button', { name: 'Niet deze adverteerder' }).click();
      await page.getByText('Dank je.').waitFor();
    }
  });

  test('that is only a preview tells nobody', async () => {
    const { page } = await open();
    const ad = anAd(listener.origin);
    await show(page, ad, { preview: 'why' });
    await page.getByRole('button', { name: 'Not this advertiser' }).click();
    await page.getByText('Ad dismissed.').waitFor();
    expect(await happened(page)).toEqual([]);
  });
});
