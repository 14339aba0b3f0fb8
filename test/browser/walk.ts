import { afterAll, beforeAll } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import type { Machine } from '../../src/host/machine/machine.ts';
import { AWAITED_MS_MAX } from '../patience.ts';
import { cleanUp } from '../process.ts';
import { complaintsOf, startBrowser } from './browser.ts';

export type Person = Awaited<ReturnType<ReturnType<typeof walkOn>['person']>>;

/** The tests of a file share a machine in this process and a browser. */
export function walkOn(start: () => Promise<Machine>) {
  let machine: Machine;
  let browser: Browser;
  beforeAll(async () => {
    machine = await start();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await machine.stop(0);
    await cleanUp();
  });
  return {
    machine: () => machine,
    /** Somebody at a browser of their own, at a desk unless these options say otherwise. */
    async person(options: Parameters<Browser['newContext']>[0] = {}) {
      const viewport = { width: 1440, height: 900 };
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(AWAITED_MS_MAX);
      return {
        page,
        context,
        complaints: complaintsOf(page),
        /** A page of the console or the portal, by what is behind the slash after the server's name. */
        open: (address: string) => page.goto(`${machine.adminUrl}/${address}`),
        ...drive(page),
      };
    },
  };
}

/** What people do on a page, by the words that they read there. */
function drive(page: Page) {
  return {
    press: (name: string | RegExp) =>
      page.getByRole('button', { name, exact: true }).first().click(),
    follow: (name: string) => page.getByRole('link', { name, exact: true }).first().click(),
    fill: (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text),
    choose: (label: string, words: string) =>
      // A label around a list has the words of the list in it.
      page.getByLabel(new RegExp(`^${label}`)).selectOption({ label: words }),
    valueOf: (label: string) => page.getByLabel(label, { exact: true }).inputValue(),
    shows: (text: string | RegExp) => page.getByText(text).first().waitFor(),
    gone: (text: string | RegExp) => page.getByText(text).first().waitFor({ state: 'detached' }),
    heading: (name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor(),
    buttons: (name: string | RegExp) => page.getByRole('button', { name, exact: true }).count(),
    links: (name: string | RegExp) => page.getByRole('link', { name, exact: true }).count(),
  };
}
