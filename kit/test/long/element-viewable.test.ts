import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { anAd } from '../an-ad.ts';
import {
  elementPages,
  happened,
  happenedLater,
  observed,
  show,
  stopClock,
} from './element-setup.ts';

/** When an ad counts as seen, by the clock of the page. */

const { listener, open } = elementPages();

/** A page with an answer above the ad, which takes so much of the screen. */
async function openWithAnswer(answerPx: number): Promise<Page> {
  const { page } = await open({ context: { viewport: { width: 800, height: 600 } } });
  await page.evaluate((height) => {
    const answer = document.createElement('div');
    answer.id = 'answer';
    answer.style.height = `${height}px`;
    document.querySelector('main')?.prepend(answer);
  }, answerPx);
  await stopClock(page);
  await show(page, anAd(listener.origin, { image: null }));
  await observed(page);
  return page;
}

/** What happened after so long. */
async function after(page: Page, ms: number): Promise<readonly string[]> {
  await page.clock.runFor(ms);
  return happened(page);
}

const scrollPage = async (page: Page, top: number) => {
  await page.evaluate((y) => scrollTo(0, y), top);
  await observed(page);
};

test('an ad is viewable after a second in which it stood still, half of it on the screen', async () => {
  const page = await openWithAnswer(100);
  expect(await after(page, 1_100)).toEqual(['drawn']);
  expect(await after(page, 200)).toEqual(['drawn', 'viewable']);
});

test('the second begins when the answer above has stopped pushing the ad along', async () => {
  const page = await openWithAnswer(20);
  await page.evaluate(() => {
    const answer = document.querySelector<HTMLElement>('#answer');
    let lines = 1;
    const timer = setInterval(() => {
      lines += 1;
      if (answer) answer.style.height = `${lines * 20}px`;
      if (lines === 10) clearInterval(timer);
    }, 700);
  });
  // Nine lines in 6.3 seconds, and the ad in full view all the time.
  expect(await after(page, 6_300)).toEqual(['drawn']);
  expect(await after(page, 1_100)).toEqual(['drawn']);
  expect(await after(page, 200)).toEqual(['drawn', 'viewable']);
});

test('less than half of an ad on the screen is not seen, and a second is not put together from parts', async () => {
  const page = await openWithAnswer(3_000);
  expect(await happenedLater(page)).toEqual(['drawn']);
  await scrollPage(page, 2_460);
  expect(await happenedLater(page)).toEqual(['drawn']);
  for (let time = 0; time < 3; time++) {
    await scrollPage(page, 2_700);
    expect(await after(page, 900)).toEqual(['drawn']);
    await scrollPage(page, 0);
    expect(await after(page, 900)).toEqual(['drawn']);
  }
  await scrollPage(page, 2_700);
  expect(await after(page, 1_300)).toEqual(['drawn', 'viewable']);
});

test('a tab in the background never counts, and what was seen before is forgotten', async () => {
  const page = await openWithAnswer(100);
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  expect(await after(page, 1_000)).toEqual(['drawn']);
  await turn('hidden');
  expect(await happenedLater(page)).toEqual(['drawn']);
  await turn('visible');
  expect(await after(page, 1_100)).toEqual(['drawn']);
  expect(await after(page, 200)).toEqual(['drawn', 'viewable']);
});
