import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { complaintsOf, startBrowser } from '../../../test/browser/browser.ts';
import {
  atCleanUp,
  cleanUp,
  LONG_AUCTIONS,
  ROOT,
  type Serving,
  serve,
} from '../../../test/process.ts';
import { createParley } from '../../src/parley.ts';
import { PATIENT_ASK_MS } from '../patient-ask.ts';
import { MOCK_MODEL, RENDER, USE_ROUTE } from './ai-sdk-programs.ts';
import { pageNamed, startServer, writeFiles } from './chat-page.ts';
import { BUN, installPacked, type Project } from './packed.ts';

const PAGE = pageNamed('chat.md');
const REFERENCE = pageNamed('chat-reference.md');

let project: Project;
let exchange: Serving;
beforeAll(async () => {
  [project, exchange] = await Promise.all([installPacked(), serve(LONG_AUCTIONS)]);
  for (const page of [PAGE, pageNamed('chat-ai-sdk.md'), REFERENCE]) {
    writeFiles(project, page, exchange.port);
  }
  const modules = ['ai', 'react', 'react-dom'];
  for (const name of modules) {
    symlinkSync(join(ROOT, 'node_modules', name), join(project.folder, 'node_modules', name));
  }
});
afterAll(cleanUp);

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

  test('lists every field that can be sent, and no other', async () => {
    const table = sectionOf('What leaves your server');
    const fields = [...table.matchAll(/^\| `([\w[\].]+)` +\|/gm)].map(([, path]) => path ?? '');
    const { request } = await createParley({
      url: `http://localhost:${exchange.port}`,
      publisher: 'p',
      trustedProxies: 1,
      timeoutMs: PATIENT_ASK_MS,
    }).ask(EVERYTHING);
    expect(pathsOf(request).toSorted()).toEqual(fields.toSorted());
  });

  test('lists every option', () => {
    const source = readFileSync(join(ROOT, 'kit/src/options.ts'), 'utf8');
    const declared = /export type ParleyOptions = \{([\s\S]*?)\n\};/.exec(source)?.[1] ?? '';
    const options = [...declared.matchAll(/readonly (\w+)\??:/g)].map(([, name]) => name);
    expect([...sectionOf('Options').matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name)).toEqual(
      options,
    );
  });
});

/** The text of the reference below a heading of the second level. */
function sectionOf(heading: string): string {
  const [, below = ''] = REFERENCE.split(`\n## ${heading}\n`);
  return below.split('\n## ')[0] ?? '';
}

const USE_EXTRACT = `
import { parley } from './extract.mjs';
const { request } = await parley.ask({ messages: [{ role: 'user', content: 'something to paddle' }] });
console.log(request.site.keywords);
`;

/** A question that has every signal and all that a client can say. */
const EVERYTHING = {
  messages: [
    { role: 'user', content: 'I need trail running shoes between $50 and $150 this week' },
  ],
  request: new Request('https://chat.example.com/', {
    headers: {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
      'Accept-Language': 'en-US',
      'X-Forwarded-For': '198.51.100.7',
      'X-Forwarded-Proto': 'https',
      Host: 'chat.example.com',
      'Sec-GPC': '1',
    },
  }),
  client: {
    country: 'US',
    gdpr: false,
    consent: 'CPokAsAPokAsABEACBENC',
    usPrivacy: '1YNN',
    gpp: 'DBABTA~1YNN',
    gppSid: [6],
    coppa: true,
    isQuickReply: true,
    sessionDurationMs: 60_000,
    thinkTimeMs: 4_000,
  },
  conversation: {
    id: 'a-random-name',
    shown: [{ domain: 'shop.example', campaign: 'spring', secondsAgo: 60 }],
  },
} as const;

/** The paths of all values in it that are neither object nor list: `imp[].id` */
function pathsOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, one]) =>
    pathsOf(one, Array.isArray(value) ? `${path}[]` : `${path}.${key}`.replace(/^\./, '')),
  );
  return [...new Set(inner)];
}
