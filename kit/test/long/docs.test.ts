import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_PARTNERS } from '../../../src/host/config/default-partners.ts';
import type { Machine } from '../../../src/host/machine/machine.ts';
import { complaintsOf, startBrowser } from '../../../test/browser/browser.ts';
import { atCleanUp, cleanUp, ROOT } from '../../../test/process.ts';
import { startTestServer } from '../../../test/server.ts';
import { MOCK_MODEL, RENDER, USE_ROUTE } from './ai-sdk-programs.ts';
import { pageNamed, startServer, writeFiles } from './chat-page.ts';
import { BUN, installPacked, type Project } from './packed.ts';

const PAGE = pageNamed('chat.md');
const REFERENCE = pageNamed('chat-reference.md');

let project: Project;
let exchange: Machine;
beforeAll(async () => {
  [project, exchange] = await Promise.all([
    installPacked(),
    startTestServer({ partners: DEFAULT_PARTNERS, partnersFrom: 'defaults' }),
  ]);
  for (const page of [PAGE, pageNamed('chat-ai-sdk.md'), REFERENCE]) {
    writeFiles(project, page, exchange.port);
  }
  const modules = ['ai', 'react', 'react-dom'];
  for (const name of modules) {
    symlinkSync(join(ROOT, 'node_modules', name), join(project.folder, 'node_modules', name));
  }
});
afterAll(async () => {
  await cleanUp();
  await exchange.stop(0);
});

describe('docs/integrate/chat.md', () => {
  test('shows what the first program prints', async () => {
    const printed = /\$ node ask\.mjs\n([\s\S]*?)```/.exec(PAGE)?.[1];
    expect(await project.run('node', 'ask.mjs')).toBe(printed ?? '');
  });

  test('brings an ad into the page of its server', async () => {
    const { port } = await startServer(['server.mjs'], project.folder);
    const browser = await startBrowser();
    atCleanUp(() => browser.close());
    const page = await browser.newPage({ isMobile: true, viewport: { width: 390, height: 800 } });
    const complaints = complaintsOf(page);
    await page.goto(`http://localhost:${port}`);
    const said: unknown[] = [];
    page.on('request', (request) => {
      // Notices have no body.
      if (request.postData() !== null) said.push(request.postDataJSON().messages);
    });
    const say = async (message: string) => {
      await page.getByLabel('Message').fill(message);
      await page.getByRole('button', { name: 'Send' }).click();
    };
    await say('trail running shoes under $150');
    await page.locator('parley-ad .label').getByText('Sponsored').waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('');
    await say('for wet rock');
    await page.locator('p').nth(1).getByText('Look for deep lugs.').waitFor();
    expect(await page.locator('h2').allInnerTexts()).toEqual([
      'trail running shoes under $150',
      'for wet rock',
    ]);
    expect(await page.locator('p').nth(0).innerText()).toBe('Look for deep lugs.');
    const first = { role: 'user', content: 'trail running shoes under $150' };
    const answered = { role: 'assistant', content: 'Look for deep lugs. ' };
    const second = { role: 'user', content: 'for wet rock' };
    expect(said).toEqual([[first], [first, answered, second]]);
    // Without a viewport, a phone lays the page out as wide as a desk's, and draws the ad tiny.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(complaints).toEqual([]);
    // A browser with a window would ask for an icon, and complain that there is none.
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe('data:,');
  });
});

describe('docs/integrate/chat-ai-sdk.md', () => {
  test('has a route that streams answer and ad', async () => {
    project.write('my-model.mjs', MOCK_MODEL);
    project.write('use-route.mjs', USE_ROUTE);
    const printed = await project.run(BUN, 'use-route.mjs');
    expect(printed).toContain('"type":"text-delta"');
    expect(printed).toContain('"type":"data-parley"');
    expect(printed).toMatch(/data: \[DONE\]\s+the model was told: true\n$/);
  });

  test('has a component that renders text and ad', async () => {
    project.write('render.mjs', RENDER);
    expect(await project.run('node', 'render.mjs')).toBe('<p>Hello</p><parley-ad></parley-ad>\n');
  });
});

describe('docs/integrate/chat-reference.md', () => {
  test('has an extract whose signals are sent', async () => {
    project.write('use-extract.mjs', USE_EXTRACT);
    expect(await project.run('node', 'use-extract.mjs')).toBe('folding kayak\n');
  });
});

const USE_EXTRACT = `
import { parley } from './extract.mjs';
const { request } = await parley.ask({ messages: [{ role: 'user', content: 'something to paddle' }] });
console.log(request.site.keywords);
`;
