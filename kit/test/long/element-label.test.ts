import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { anAd } from '../an-ad.ts';
import {
  elementPages,
  happened,
  happenedLater,
  observed,
  restyle,
  show,
  stopClock,
} from './element-setup.ts';
import styles from './label-styles.json';

/** The label cannot be restyled away: it stays, or the ad goes and nobody pays for it. */

const { listener, open } = elementPages();

const LABEL = 'parley-ad .label';

/** In base64, and of the size of a label: with letters in it, it is several times as long. */
const PLAIN_PNG_LENGTH_MAX = 400;

/** Its pixels without the round ends, where what is behind it shows. */
async function labelPixels(page: Page): Promise<string> {
  const box = await page.locator(LABEL).boundingBox();
  if (box === null) return 'no box';
  const { x, y, width, height } = box;
  const clip = { x: x + 8, y: y + 2, width: width - 16, height: height - 4 };
  return (await page.screenshot({ clip, animations: 'disabled' })).toString('base64');
}

test('no style of the page changes the label', async () => {
  const { page } = await open({ context: { reducedMotion: 'reduce' } });
  const ad = anAd(listener.origin, { image: null, icon: null });
  await show(page, ad);
  const before = await labelPixels(page);
  expect(before.length).toBeGreaterThan(PLAIN_PNG_LENGTH_MAX);
  for (const css of styles.withstood) {
    await restyle(page, css);
    expect([css, await labelPixels(page)]).toEqual([css, before]);
  }
  await restyle(page, '');
  await page.evaluate(() => {
    const style = 'font-size: 0 !important; clip-path: inset(50%) !important; height: 0 !important';
    document.querySelector('parley-ad')?.setAttribute('style', style);
  });
  expect(await labelPixels(page)).toBe(before);
  expect(await listener.told(ad, 1)).toContain('POST drawn');
});

test('the label can be read on any background that the page gives the card', async () => {
  const { page } = await open({ context: { colorScheme: 'dark' } });
  await restyle(
    page,
    ':root { color-scheme: dark; --parley-background: #f1f2f4; --parley-text: #f1f2f4 }',
  );
  await show(page, anAd(listener.origin));
  const style = await page.locator(LABEL).evaluate((label) => {
    const { color, backgroundColor } = getComputedStyle(label);
    return { color, backgroundColor };
  });
  expect(style).toEqual({ color: 'rgb(241, 242, 244)', backgroundColor: 'rgb(42, 43, 47)' });
});

test('an ad that is hidden as a whole counts as drawn when it is shown', async () => {
  const { page } = await open();
  await stopClock(page);
  for (const css of styles.hidden) {
    await restyle(page, css);
    const ad = anAd(listener.origin);
    await show(page, ad);
    await observed(page);
    expect([css, await happenedLater(page)]).toEqual([css, []]);
    await restyle(page, '');
    await page.locator('parley-ad').last().scrollIntoViewIfNeeded();
    await observed(page);
    await page.clock.runFor(100);
    expect([css, await happened(page)]).toEqual([css, ['drawn']]);
    await page.evaluate(() => {
      document.querySelector('parley-ad')?.remove();
      globalThis.happened.length = 0;
    });
  }
});

test('an ad whose label is hidden goes, with a warning, and nobody is told that it was drawn', async () => {
  const { page } = await open();
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await stopClock(page);
  for (const [count, css] of styles.stripped.entries()) {
    await restyle(page, css);
    const ad = anAd(listener.origin);
    await show(page, ad);
    await observed(page);
    expect([css, await happenedLater(page)]).toEqual([css, []]);
    expect([css, await page.locator('parley-ad .card').count()]).toEqual([css, 0]);
    expect(await listener.told(ad, 0)).toEqual([]);
    expect(warnings.length).toBe(count + 1);
    await page.evaluate(() => document.querySelector('parley-ad')?.remove());
  }
  expect(warnings[0]).toContain('the page hides its label');
});

test('a dialog over the page, and a list that is scrolled, take no ad away', async () => {
  const { page } = await open();
  await stopClock(page);
  const list = 'main { height: 150px; overflow: auto }';
  const dialog =
    'body::after { content: ""; position: fixed; inset: 0; z-index: 1; background: #000 }';
  await restyle(page, `${list} ${dialog}`);
  await show(page, anAd(listener.origin));
  await observed(page);
  await happenedLater(page);
  expect((await happened(page))[0]).toBe('drawn');
  // A picture of one colour: the label is above the card, and not above the page.
  expect((await labelPixels(page)).length).toBeLessThan(PLAIN_PNG_LENGTH_MAX);
  await restyle(page, list);
  await page.evaluate(() => document.querySelector('main')?.scrollTo(0, 60));
  await show(page, anAd(listener.origin));
  await observed(page);
  await happenedLater(page);
  expect(await page.locator('parley-ad .card').count()).toBe(2);
  expect((await happened(page)).filter((event) => event === 'drawn')).toHaveLength(2);
});
