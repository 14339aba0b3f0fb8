import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { complaintsOf, startBrowser } from '../../test/console/browser.ts';
import { atCleanUp, cleanUp, ROOT, run, serve } from '../../test/process.ts';
import { readEvents } from '../src/streams.ts';
import { BUN } from './packed.ts';
import { answerWith, MARKUP, startScriptedExchange, TRAIL_SHOES } from './scripted-exchange.ts';

setDefaultTimeout(120_000);
afterEach(cleanUp);
afterAll(cleanUp);

/** `examples/chat`, by the command of its README. */
async function startExample(exchangeUrl: string): Promise<string> {
  const env = { PORT: '0', EXCHANGE_URL: exchangeUrl };
  const example = run([join(ROOT, 'examples/chat/server.ts')], { command: BUN, env });
  await example.printed('The chat is at ');
  await example.printed('\n');
  return /http:\S+/.exec(example.stdout())?.[0] ?? '';
}

test('a conversation in the example has an answer and an ad, and no ad where none belongs', async () => {
  const exchange = await serve();
  const url = await startExample(`http://127.0.0.1:${exchange.port}`);
  const browser = await startBrowser();
  atCleanUp(() => browser.close());
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await page.goto(url);
  await page.getByRole('button', { name: /Trail running shoes/ }).click();
  const turns = page.locator('.assistant');
  await turns.nth(0).getByText('Under the hood').waitFor();
  expect(await turns.nth(0).locator('.answer').innerText()).toContain('outsole');
  await turns.nth(0).getByText('Sponsored', { exact: true }).waitFor();

  await page.getByLabel('Your message').fill('My dog died yesterday');
  await page.keyboard.press('Enter');
  await turns.nth(1).getByText('Under the hood').click();
  expect(await turns.nth(1).getByText('No ad: sensitive.').isVisible()).toBe(true);
  expect(await turns.nth(1).getByText('Nothing left this server.').isVisible()).toBe(true);
  expect(await turns.nth(1).getByText('Sponsored').count()).toBe(0);
  expect(complaints).toEqual([]);
});

describe('the ad', () => {
  test('is asked for at once, and the words of the model do not wait for it', async () => {
    const release = Promise.withResolvers<Response>();
    const exchange = startScriptedExchange(() => release.promise);
    atCleanUp(() => exchange.stop());
    const url = await startExample(exchange.url);
    const body = JSON.stringify({ messages: TRAIL_SHOES });
    const response = await fetch(`${url}/chat`, { method: 'POST', body });
    const seen: string[] = [];
    for await (const { event } of readEvents(response.body ?? new ReadableStream())) {
      if (seen.length === 0) {
        expect(exchange.received).toHaveLength(1);
        release.resolve(answerWith(MARKUP));
      }
      if (seen.at(-1) !== event) seen.push(event);
    }
    expect(seen).toEqual(['text', 'inspect', 'parley']);
  });

  test('that never comes costs the answer nothing', async () => {
    const exchange = startScriptedExchange(() => new Promise<Response>(() => {}));
    atCleanUp(() => exchange.stop());
    const url = await startExample(exchange.url);
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] });
    const response = await fetch(`${url}/chat`, { method: 'POST', body });
    const events = await Array.fromAsync(readEvents(response.body ?? new ReadableStream()));
    const words = events
      .filter(({ event }) => event === 'text')
      .map(({ data }) => JSON.parse(data));
    expect(words.join('')).toBe('Hello! What is on your mind today?');
    expect(JSON.parse(events.at(-1)?.data ?? '{}').reason).toBe('timeout');
  });
});
