import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { DEFAULT_PARTNERS } from '../../../src/host/config/default-partners.ts';
import { complaintsOf, startBrowser } from '../../../test/browser/browser.ts';
import { atCleanUp, cleanUp, ROOT, run } from '../../../test/process.ts';
import { startTestServer } from '../../../test/server.ts';
import { BUN } from './packed.ts';

afterAll(cleanUp);

/** `examples/chat`, by the command of its README. */
async function startExample(exchangeUrl: string): Promise<string> {
  const env = { PORT: '0', EXCHANGE_URL: exchangeUrl };
  const example = run([join(ROOT, 'examples/chat/server.ts')], { command: BUN, env });
  await example.printed('The chat is at ');
  await example.printed('\n');
  return /http:\S+/.exec(example.stdout())?.[0] ?? '';
}

/** The answer to a message. */
async function say(page: Page, message: string): Promise<Locator> {
  const turns = page.locator('.assistant');
  // While an answer comes, the page takes no message; its end may come after the ad.
  await page.locator('form:not(.busy)').waitFor();
  const turn = turns.nth(await turns.count());
  await page.getByLabel('Your message').fill(message);
  await page.keyboard.press('Enter');
  await turn.getByText('Under the hood').waitFor();
  return turn;
}

/** The first answer, or a later one to the same words where a busy machine was too late with the ad, which it may. */
async function turnInTime(page: Page): Promise<Locator> {
  let turn = page.locator('.assistant').nth(0);
  await turn.getByText('Under the hood').waitFor();
  while (/No ad: (?:timeout|circuit-open)\./.test((await turn.textContent()) ?? '')) {
    turn = await say(page, 'Trail running shoes');
  }
  return turn;
}

test('a conversation in the example has an answer and an ad, and no ad where none belongs', async () => {
  const exchange = await startTestServer({ partners: DEFAULT_PARTNERS, partnersFrom: 'defaults' });
  atCleanUp(() => exchange.stop(0));
  const url = await startExample(exchange.url);
  const browser = await startBrowser();
  atCleanUp(() => browser.close());
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await page.goto(url);
  await page.getByRole('button', { name: /Trail running shoes/ }).click();
  const about = await turnInTime(page);
  expect(await about.locator('.answer').innerText()).toContain('outsole');
  await about.getByText('Sponsored', { exact: true }).waitFor();

  const sad = await say(page, 'My dog died yesterday');
  await sad.getByText('Under the hood').click();
  expect(await sad.getByText('No ad: The message is about a person in trouble').isVisible()).toBe(
    true,
  );
  expect(await sad.getByText('No ad: sensitive.').isVisible()).toBe(true);
  expect(await sad.getByText('Nothing left this server.').isVisible()).toBe(true);
  expect(await sad.getByText('Sponsored').count()).toBe(0);
  expect(complaints).toEqual([]);
});
