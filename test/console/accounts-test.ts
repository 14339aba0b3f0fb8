import { afterAll, afterEach, beforeAll, beforeEach, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { PATIENT_MS } from '../patience.ts';
import { startBrowser } from './browser.ts';
import { drive } from './drive.ts';
import { type AccountsServer, startAccountsServer } from './stub/server.ts';

/** Somebody at a page of the server. */
type Visit = ReturnType<typeof drive> & {
  readonly browser: Browser;
  readonly server: AccountsServer;
  readonly page: Page;
  /** What is behind the slash after the server's name. */
  readonly open: (address: string) => Promise<unknown>;
};

/** How a file declares its tests: they share a browser, and each has a page and a server of its own. */
export function accountsTest() {
  let browser: Browser;
  let visit: Visit;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    const server = await startAccountsServer();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(PATIENT_MS);
    const open = (address: string) => page.goto(`${server.url}/${address}`);
    visit = { ...drive(page), browser, server, page, open };
  });
  afterEach(async () => {
    await visit.page.close();
    await visit.server.stop();
  });
  return (name: string, work: (at: Visit) => Promise<void>) => test(name, () => work(visit));
}
