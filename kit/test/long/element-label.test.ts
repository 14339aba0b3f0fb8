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

/** The label cannot be restyled away: it stays, or the ad goes and nobody pays for it. */

const { listener, open } = elementPages();

const OVER = 'background: #fff !important; z-index: 2147483647 !important';

/** What a page may try, and the label stays as it is. */
const WITHSTOOD: readonly string[] = [
  'parley-ad { font-size: 0 !important; line-height: 0; letter-spacing: -1em; text-indent: -999px }',
  'parley-ad { color: #f1f1f2; -webkit-text-fill-color: transparent; -webkit-text-security: disc }',
  'parley-ad { font-family: "No Letters"; --parley-font: "No Letters"; word-spacing: -99px }',
  '* { --parley-text: #fff; --parley-background: #fff; --parley-muted: #fff; --parley-font: x }',
  'parley-ad { height: 0 !important; max-height: 0 !important; overflow: hidden !important }',
  'parley-ad { clip-path: inset(40px 0 0 0) !important; clip: rect(40px, 0, 0, 0) !important }',
  'parley-ad { mask: linear-gradient(transparent 40px, #000 40px) !important }',
  'parley-ad { content-visibility: hidden !important }',
  'parley-ad::part(label) { display: none !important }',
  'parley-ad .label { display: none !important }',
  'parley-ad::part(card) { font-size: 0 !important; line-height: 0 !important; color: transparent }',
  'parley-ad::part(card) { height: 0 !important; max-height: 0 !important }',
  'parley-ad::part(card) { clip-path: inset(40px 0 0 0) !important; mask: linear-gradient(#0000, #0000) !important }',
  `parley-ad::part(card)::before { content: "" !important; position: absolute; inset: 0; ${OVER} }`,
  `parley-ad::part(card)::after { content: "" !important; position: absolute; inset: 0; ${OVER} }`,
  `parley-ad::part(title) { position: fixed !important; inset: 0; ${OVER} }`,
  `parley-ad::part(title)::after { ${OVER}; opacity: 1 !important }`,
  `parley-ad::part(advertiser) { position: relative !important; left: -200px; padding: 9px 200px; ${OVER} }`,
  `parley-ad::part(action) { position: fixed !important; inset: 0; ${OVER} }`,
  `parley-ad::part(reasons) { display: block !important; position: absolute !important; inset: 0; ${OVER} }`,
];

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
  for (const css of WITHSTOOD) {
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

/** What hides the whole ad: nobody is deceived, and nobody pays before it is shown. */
const HIDDEN: readonly string[] = [
  'parley-ad { display: none }',
  'parley-ad { visibility: hidden }',
  'parley-ad { opacity: 0.1 }',
  'main { opacity: 0 }',
  'main { content-visibility: hidden }',
  'main { display: none }',
  'parley-ad { position: absolute; left: -9999px }',
  'parley-ad { margin-top: -2000px }',
  'parley-ad { transform: scale(0) }',
  'parley-ad::part(card) { display: none }',
  'parley-ad::part(card) { opacity: 0 }',
];

test('an ad that is hidden as a whole counts as drawn when it is shown', async () => {
  const { page } = await open();
  await stopClock(page);
  for (const css of HIDDEN) {
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

/** What hides the label alone. */
const STRIPPED: readonly string[] = [
  'main { overflow: hidden } parley-ad { margin-top: -44px }',
  'main { overflow: hidden; position: relative } parley-ad { position: relative; top: -40px }',
  'body { margin: 0 } parley-ad { margin-top: -44px }',
  'main { clip-path: inset(44px 0 0 0) }',
  'main { position: relative } main::before { content: ""; position: absolute; inset: 0 0 auto; height: 44px; background: #fff; z-index: 9 }',
  'main { width: 60px; overflow: hidden } parley-ad { width: 400px; margin-left: -150px }',
  'parley-ad { zoom: 0.2 }',
  'parley-ad { transform: scale(0.3) }',
  'parley-ad::part(advertiser) { display: none }',
  'parley-ad::part(advertiser) { visibility: hidden }',
  'parley-ad::part(advertiser) { opacity: 0 }',
];

test('an ad whose label is hidden goes, with a warning, and nobody is told that it was drawn', async () => {
  const { page } = await open();
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await stopClock(page);
  for (const [count, css] of STRIPPED.entries()) {
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
