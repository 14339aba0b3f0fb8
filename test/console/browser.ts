import { type Browser, chromium, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The Chromium of this machine; `test/needs` installs Debian's where there is none. */
export function startBrowser(): Promise<Browser> {
  const executablePath = NAMES.map((name) => Bun.which(name)).find((path) => path !== null);
  if (executablePath === undefined) throw new Error(`expected one of ${NAMES.join(', ')} in PATH`);
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] });
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
