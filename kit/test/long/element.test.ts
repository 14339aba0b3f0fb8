import { describe, expect, test } from 'bun:test';
import { anAd } from '../an-ad.ts';
import { elementPages, happened, happenedLater, show } from './element-setup.ts';
import explained from './explained.json';

/** What the element does with an ad, and whom it tells. How it looks: `element-look.test.ts`. */

const { listener, open } = elementPages();

describe('an ad', () => {
  test('is drawn under a strict policy, with label and advertiser, without a complaint', async () => {
    const { page, complaints } = await open();
    await show(page, anAd(listener.origin));
    const card = page.locator('parley-ad');
    for (const text of ['Sponsored', 'Ridgeline Running', 'Scree 3', '$109.00', 'Find your size']) {
      expect(await card.getByText(text, { exact: false }).first().isVisible()).toBe(true);
    }
    expect(complaints).toEqual([]);
  });

  test('is told as drawn, viewable after a second and clicked, each once, however often it is shown', async () => {
    const { page, context } = await open();
    const ad = anAd(listener.origin);
    await show(page, ad);
    await listener.told(ad, 2);
    for (let time = 0; time < 2; time++) {
      const [landing] = await Promise.all([
        context.waitForEvent('page'),
        page.locator('parley-ad a').click(),
      ]);
      await landing.waitForLoadState();
      expect(landing.url()).toBe(`${listener.origin}/landing`);
      await landing.close();
    }
    await show(page, ad);
    await page.evaluate(() => {
      const element = document.querySelector('parley-ad');
      element?.remove();
      if (element) document.querySelector('main')?.append(element);
    });
    const next = anAd(listener.origin);
    await show(page, next);
    expect(await listener.told(next, 2)).toEqual(['POST drawn', 'POST viewable']);
    expect(await listener.told(ad, 3)).toEqual(['POST drawn', 'POST viewable', 'POST clicked']);
    expect((await happened(page)).filter((event) => event === 'clicked')).toHaveLength(1);
  });

  test('tells nobody from which page it was loaded, seen and clicked', async () => {
    const { page, context } = await open({ path: '/?q=my-secret-question' });
    const ad = anAd(listener.origin, {
      notices: {
        drawn: [{ url: `${listener.origin}/told/drawn/quiet`, by: 'image' }],
        viewable: [{ url: `${listener.origin}/told/viewable/quiet`, by: 'beacon' }],
        clicked: [],
      },
    });
    await show(page, ad);
    const [landing] = await Promise.all([
      context.waitForEvent('page'),
      page.locator('parley-ad a').click(),
    ]);
    await landing.waitForLoadState();
    expect(await landing.evaluate(() => [document.referrer, window.opener])).toEqual(['', null]);
    await page.bringToFront();
    expect(await listener.told({ id: 'quiet' }, 2)).toEqual(['GET drawn', 'POST viewable']);
    expect(listener.referrers).toEqual([]);
  });

  test('is told of even if the page is closed at once', async () => {
    const { page } = await open();
    const ad = anAd(listener.origin);
    await show(page, ad);
    await page.close();
    expect(await listener.told(ad, 1)).toEqual(['POST drawn']);
  });

  test('that is dismissed leaves a line, keeps the focus, and stays dismissed', async () => {
    const { page } = await open();
    const ad = anAd(listener.origin, { notices: {} });
    await show(page, ad);
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Dismiss this ad' }).press('Enter');
    expect(await page.locator('parley-ad').getByRole('status').innerText()).toBe('Ad dismissed.');
    const focused = () => document.querySelector('parley-ad')?.shadowRoot?.activeElement?.className;
    expect(await page.evaluate(focused)).toBe('gone');
    await show(page, ad);
    expect(await page.locator('parley-ad a').count()).toBe(0);
    // A busy machine may take longer to dismiss it than the second after which it counts as viewed.
    const events = (await happened(page)).filter((event) => event !== 'viewable');
    expect(events).toEqual(['drawn', 'dismissed']);
  });

  test('says why it is shown, in words', async () => {
    const { page } = await open();
    await show(page, anAd(listener.origin));
    const why = page.getByRole('button', { name: 'Why this ad?' });
    expect(await why.getAttribute('aria-expanded')).toBe('false');
    await why.click();
    expect(await why.getAttribute('aria-expanded')).toBe('true');
    const text = await page.locator('parley-ad .reasons').innerText();
    for (const part of [
      'trail running shoes',
      'up to $150',
      'looking to buy',
      'Paid for by Ridgeline Running (ridgeline.example)',
      'not your messages',
      'No profile of you was sent. By the privacy rules that apply',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('says who else paid, on whose behalf, and what was sent of the person, in each language', async () => {
    const { page } = await open();
    const why = { ...anAd(listener.origin).why, address: 'sent' };
    const ad = anAd(listener.origin, { payer: 'Peak Agency', behalf: 'Ridgeline Holding', why });
    for (const [lang = '', ...parts] of explained) {
      await show(page, ad, { preview: 'why', lang });
      const text = await page.locator(`parley-ad[lang=${lang}] .reasons`).innerText();
      for (const part of ['trail running shoes', ...parts]) expect(text).toContain(part);
    }
  });

  test('says that no signal chose it where none was sent', async () => {
    const { page } = await open();
    const why = { keywords: [], price: null, intent: null, sentiment: null, stage: null };
    await show(page, anAd(listener.origin, { why }));
    await page.getByRole('button', { name: 'Why this ad?' }).click();
    const text = await page.locator('parley-ad .reasons').innerText();
    expect(text).toStartWith('Chosen without regard to this conversation');
    for (const part of ['by:', 'these signals']) expect(text).not.toContain(part);
  });
});

describe('a preview', () => {
  test('tells nobody, raises no event, and its link leads nowhere', async () => {
    const { page, context } = await open();
    await page.clock.install();
    const ad = anAd(listener.origin);
    await show(page, ad, { preview: '' });
    await page.locator('parley-ad a').click();
    await page.locator('parley-ad a').click({ button: 'middle' });
    expect(await happenedLater(page)).toEqual([]);
    expect(context.pages()).toHaveLength(1);
    const next = anAd(listener.origin);
    await show(page, next);
    expect(await listener.told(next, 1)).toEqual(['POST drawn']);
    expect(await listener.told(ad, 0)).toEqual([]);
  });

  test('is drawn anew with each ad, after a dismissal too', async () => {
    const { page } = await open();
    const ad = anAd(listener.origin);
    await show(page, ad, { preview: '' });
    await page.getByRole('button', { name: 'Dismiss this ad' }).click();
    await page.getByText('Ad dismissed.').waitFor();
    await page.evaluate((value) => {
      const element = document.querySelector('parley-ad');
      if (element) element.ad = value;
    }, ad);
    await page.locator('parley-ad a').waitFor();
  });
});

const saidOf = (events: readonly string[]) =>
  events.filter((event) => event !== 'viewable' && event !== 'drawn');
const ofFeedback = (told: readonly string[]) => told.filter((what) => what.includes('feedback'));

describe('what people say of an ad', () => {
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

  test('that is only a preview tells nobody', async () => {
    const { page } = await open();
    const ad = anAd(listener.origin);
    await show(page, ad, { preview: 'why' });
    await page.getByRole('button', { name: 'Not this advertiser' }).click();
    await page.getByText('Ad dismissed.').waitFor();
    expect(await happened(page)).toEqual([]);
  });
});
