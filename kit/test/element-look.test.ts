import { describe, expect, test } from 'bun:test';
import AxeBuilder from 'axe-core';
import { anAd } from './an-ad.ts';
import { elementPages, happened, show } from './element-setup.ts';

/** How an ad looks to all kinds of people, and whatever is in it. */

const { listener, open } = elementPages();

test('the card speaks the language of the page and follows its direction', async () => {
  const { page } = await open({ path: '/?lang=de&dir=rtl' });
  await show(page, anAd(listener.origin));
  const label = await page.getByText('Anzeige', { exact: true }).boundingBox();
  const dismiss = await page.getByRole('button', { name: 'Anzeige schließen' }).boundingBox();
  expect(label?.x ?? 0).toBeGreaterThan(dismiss?.x ?? 0);
});

test('nothing moves for people who want less motion', async () => {
  const { page } = await open({ context: { reducedMotion: 'reduce' } });
  await show(page, anAd(listener.origin));
  const animations = () =>
    document.querySelector('parley-ad')?.shadowRoot?.querySelector('.card')?.getAnimations().length;
  expect(await page.evaluate(animations)).toBe(0);
});

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
      'a link that is data': { link: 'data:text/html,<script>alert(1)</script>' },
      'no advertiser': { advertiser: ' \u202e ' },
      'an advertiser that nobody can see': { advertiser: '\u200b' },
      'a title that nobody can see': { title: '\u2800 \u3164' },
      'no title': { title: null },
      'a link with a password': { link: 'https://:pw@evil.example/' },
      'a link with another host before its own': { link: 'https://ok.example@evil.example/' },
      'a link with a backslash': { link: 'https://evil.example\\@ok.example/' },
      'a link with markup in it': { link: 'https://ok.example/"><b>' },
      'a link that turns around': { link: 'https://ok.example/\u202egpj.exe' },
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

  test('with a picture that is broken, slow or absurdly sized does not move the conversation', async () => {
    const { page } = await open();
    const image = { url: `${listener.origin}/nowhere.svg?`, w: 1, h: 9_999 };
    // In one go and in the page: the place that the ad takes, while the card in it is still moving in.
    const height = () =>
      page.evaluate(() => document.querySelector('parley-ad')?.getBoundingClientRect().height);
    const heights: { before?: number | undefined } = {};
    await page.route('**/nowhere.svg?', async (route) => {
      heights.before = await height();
      await route.fulfill({ status: 404, body: 'no picture' });
    });
    await show(page, anAd(listener.origin, { image }));
    await page.locator('parley-ad .main.broken').waitFor({ state: 'attached' });
    expect(await height()).toBe(heights.before ?? -1);
    expect(heights.before).toBeGreaterThan(100);
    expect(heights.before).toBeLessThan(500);
  });
});
