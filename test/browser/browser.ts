import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { RUN_FOLDER } from '../test-run.ts';

/** The first one takes half the CPU of the others: it has no windows. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The Chromium of this machine; `test/needs` installs Debian's where there is none. */
export function startBrowser(): Promise<Browser> {
  const BROWSER = NAMES.map((name) => Bun.which(name)).find((path) => path !== null);
  if (BROWSER === undefined) throw new Error(`expected one of ${NAMES.join(', ')} in PATH`);
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: join(import.meta.dir, 'browser-process'),
    env: { ...process.env, BROWSER, TMPDIR: RUN_FOLDER },
    args: isRoot ? ['--no-sandbox'] : [],
  });
}

/** What a page complained about: errors in its console, and what its policy held back. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.text().includes('Content Security Policy')) {
      complaints.push(message.text());
    }
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}
