import { join } from 'node:path';
import { startBrowser } from '../../test/console/browser.ts';

/** `bin/bun kit/test/screenshots.ts http://localhost:3000 folder`: the example chat in both themes and both widths. */
const [url = 'http://localhost:3000', folder = '.'] = process.argv.slice(2);

const WIDTHS = { wide: { width: 1180, height: 860 }, narrow: { width: 390, height: 844 } };

const browser = await startBrowser();
for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, viewport] of Object.entries(WIDTHS)) {
    const page = await browser.newPage({ colorScheme, viewport });
    const shoot = (what: string) =>
      page.screenshot({ path: join(folder, `${what}-${colorScheme}-${name}.png`) });
    await page.goto(url);
    await shoot('welcome');
    await page.getByRole('button', { name: /Trail running shoes/ }).click();
    await page.locator('parley-ad img.main').waitFor();
    await page.getByText('Under the hood').waitFor();
    await shoot('ad');
    await page.getByRole('button', { name: 'Why this ad?' }).click();
    await page.getByText('Under the hood').click();
    await page.locator('.hood').scrollIntoViewIfNeeded();
    await shoot('why');
    await page.close();
  }
}
await browser.close();
