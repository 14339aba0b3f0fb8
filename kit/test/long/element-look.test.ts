import { describe, expect, test } from 'bun:test';
import AxeBuilder from 'axe-core';
import { anAd } from '../an-ad.ts';
import { elementPages, happened, show } from './element-setup.ts';

/** How an ad looks to all kinds of people, and whatever is in it. */

const { listener, open } = elementPages();

test.each(['ar', 'he'])(
  'on a page in %s, English words are marked as such, in a mirrored card',
  async (lang) => {
    const { page } = await open({ path: `/?lang=${lang}&dir=rtl` });
    const ad = anAd(listener.origin, { title: 'حذاء Scree 3 (جديد)!', price: '$129.00' });
    await show(page, ad, { preview: 'why' });
    const card = page.locator('parley-ad');
    const unmarked = await card.evaluate((element) => {
      const own = ['.label', '.dismiss', '.why > span', 'dt > span', '.reasons p > span'];
      return own.filter((name) => {
        const all = [...(element.shadowRoot?.querySelectorAll<HTMLElement>(name) ?? [])];
        return all.length === 0 || !all.every((one) => one.lang === 'en' && one.dir === 'ltr');
      });
    });
    expect(unmarked).toEqual([]);
    expect(await card.locator('dd').nth(1).innerText()).toBe('up to $150');
    const boxOf = async (name: string) =>
      (await card.locator(name).boundingBox()) ?? { x: 0, width: 0 };
    const [label, dismiss, action, why] = [
      await boxOf('.label'),
      await boxOf('.dismiss'),
      await boxOf('.action'),
      await boxOf('.why'),
    ];
    expect(label.x).toBeGreaterThan(dismiss.x);
    expect(action.x).toBeGreaterThan(why.x);
    // A price keeps its order: its sign is left of its digits.
    const signFirst = await card.locator('.facts s bdi').evaluate((price) => {
      const text = price.firstChild;
      const leftOf = (at: number) => {
        const range = document.createRange();
        if (text) range.setStart(text, at);
        if (text) range.setEnd(text, at + 1);
        return range.getBoundingClientRect().left;
      };
      return leftOf(0) < leftOf(1) && leftOf(1) < leftOf(6);
    });
    expect(signFirst).toBe(true);
  },
);

test.each([
  ['en', 4.7, '★ 4.7', 'Rated 4.7 of 5'],
  ['de', 4.666666, '★ 4,67', 'Bewertet mit 4,67 von 5'],
])(
  'in %s, a rating of %d is seen as "%s" and read out as "%s"',
  async (lang, rating, seen, read) => {
    const { page } = await open({ path: `/?lang=${lang}` });
    await show(page, anAd(listener.origin, { rating }));
    const rated = page.locator('parley-ad').getByRole('img', { name: read, exact: true });
    expect(await rated.innerText()).toBe(seen);
  },
);

test.each(['light', 'dark'] as const)('nobody is kept out: %s', async (colorScheme) => {
  const { page } = await open({ context: { colorScheme, bypassCSP: true } });
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = 'light dark';
  });
  await show(page, anAd(listener.origin));
  await page.getByRole('button', { name: 'Why this ad?' }).click();
  await page.evaluate(AxeBuilder.source);
  const violations = await page.evaluate(async () => {
    const axe = (
      globalThis as unknown as {
        axe: {
          run: (
            options: unknown,
          ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
        };
      }
    ).axe;
    const result = await axe.run({
      rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
    });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
  expect(violations).toEqual([]);
});

describe('hostile markup', () => {
  test('is shown as the text that it is', async () => {
    const { page, complaints } = await open();
    const evil = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    await show(
      page,
      anAd(listener.origin, {
        title: evil,
        text: evil,
        advertiser: evil,
        action: evil,
        price: evil,
      }),
    );
    expect(await page.locator('parley-ad a').innerText()).toStartWith('<img src=x onerror=');
    expect(await page.locator('parley-ad script, parley-ad img[src=x]').count()).toBe(0);
    expect(await page.title()).toBe('A chat');
    expect(complaints).toEqual([]);
  });

  test('draws nothing and tells nothing where an ad is not fit to be shown', async () => {
    const { page } = await open();
    const unfit = {
      'a link that runs a script': { link: 'javascript:alert(1)' },
      'no advertiser': { advertiser: ' \u202e ' },
      'an advertiser that nobody can see': { advertiser: '\u200b' },
      'a title that nobody can see': { title: '\u2800 \u3164' },
      'no title': { title: null },
      // Of each kind of misleading text and address: `kit/src/safe-text.test.ts`.
      'a link with a password': { link: 'https://:pw@evil.example/' },
    };
    for (const [what, changes] of Object.entries(unfit)) {
      await show(page, anAd(listener.origin, changes));
      const isHidden = await page.locator('parley-ad').last().isHidden();
      expect([what, isHidden]).toEqual([what, true]);
    }
    expect(await happened(page)).toEqual([]);
  });

  test('of huge texts stays a card', async () => {
    const { page } = await open({ context: { viewport: { width: 360, height: 800 } } });
    const huge = 'W'.repeat(1_000_000);
    await show(
      page,
      anAd(listener.origin, {
        title: huge,
        text: huge,
        advertiser: huge,
        action: huge,
        price: huge,
        salePrice: huge,
        domain: huge,
      }),
    );
    const box = await page.locator('parley-ad .card').boundingBox();
    expect(box?.width).toBeLessThanOrEqual(360);
    expect(box?.height).toBeLessThan(800);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

test('pictures that cannot be loaded leave the card of an ad that has none', async () => {
  const { page } = await open();
  await page.route('**/broken.png', (route) =>
    route.fulfill({ contentType: 'image/png', body: 'no bytes of a picture' }),
  );
  const looks = () =>
    page
      .locator('parley-ad')
      .last()
      .evaluate((element) => ({
        height: element.getBoundingClientRect().height,
        html: element.shadowRoot?.innerHTML,
      }));
  const ad = anAd(listener.origin, { image: null, icon: null });
  await show(page, ad);
  const { height, html } = await looks();
  const failing = ['/nowhere.jpg', '/broken.png', 'https://not-in-the-policy.example/picture.png'];
  for (const path of failing) {
    const picture = { url: new URL(path, listener.origin).href, w: 1200, h: 627 };
    await show(page, { ...ad, image: picture, icon: picture });
    await page.waitForFunction(() => {
      const shown = [...document.querySelectorAll('parley-ad')].at(-1);
      return shown?.shadowRoot?.querySelector('img') === null;
    });
    expect([path, await looks()]).toEqual([path, { height, html }]);
  }
});
