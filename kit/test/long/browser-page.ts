import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { startBrowser } from '../../../test/browser/browser.ts';
import { PATIENT_MS } from '../../../test/patience.ts';
import { atCleanUp } from '../../../test/process.ts';

export type PageServer = {
  readonly url: string;
  readonly open: (options?: OpenOptions) => Promise<Opened>;
  /** To be called after each test: a page that nobody looks at any more costs the next ones CPU. */
  readonly closePages: () => Promise<void>;
};

export type OpenOptions = {
  readonly path?: string;
  readonly context?: Parameters<Awaited<ReturnType<typeof startBrowser>>['newContext']>[0];
};

export type Opened = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser complained about: errors, and what the policy of the page held back. */
  readonly complaints: readonly string[];
};

/** A page with a strict content security policy, in a real browser. */
export async function servePage(script: string, allowed: string): Promise<PageServer> {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, script)],
    target: 'browser',
  });
  const source = await built.outputs[0]?.text();
  if (source === undefined) throw new Error(`${script} gave no bundle`);
  const policy = `default-src 'none'; script-src 'self'; style-src 'none'; img-src ${allowed}; connect-src ${allowed}; require-trusted-types-for 'script'`;
  const html = (query: URLSearchParams) =>
    `<!doctype html><html lang="${query.get('lang') ?? 'en'}" dir="${query.get('dir') ?? 'ltr'}"><title>A chat</title><script type="module" src="/page.js"></script><main></main>`;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/page.js') {
        return new Response(source, { headers: { 'Content-Type': 'text/javascript' } });
      }
      return new Response(html(searchParams), {
        headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy },
      });
    },
  });
  const browser = await startBrowser();
  atCleanUp(async () => {
    await browser.close();
    await server.stop(true);
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    open: (options = {}) => openIn(browser, url, options),
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
  };
}

async function openIn(
  browser: Awaited<ReturnType<typeof startBrowser>>,
  url: string,
  { path = '/', context: options = {} }: OpenOptions,
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 800, height: 600 }, ...options });
  context.setDefaultTimeout(PATIENT_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(url + path);
  await page.waitForFunction(() => 'show' in globalThis);
  return { page, context, complaints };
}
