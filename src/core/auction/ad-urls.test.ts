import { describe, expect, test } from 'bun:test';
import { type AdUrl, findAdUrl, isInsecure, isSafeAdUrl } from './check-creative.ts';

const link = (url: string) => ({ url, use: 'opened' }) as const;
const loaded = (url: string) => ({ url, use: 'loaded' }) as const;

test('every URL of an ad is found, and links are told from what a client loads', () => {
  const native = {
    link: { url: 'link', fallback: 'fallback', clicktrackers: ['click'] },
    assets: [
      { id: 1, img: { url: 'image' } },
      { id: 2, title: { text: 'x' }, link: { url: 'asset-link', clicktrackers: ['asset-click'] } },
      { id: 3, video: { vasttag: 'vast' } },
    ],
    imptrackers: ['imptracker'],
    eventtrackers: [
      { event: 1, method: 1, url: 'event' },
      { event: 1, method: 2 },
    ],
    assetsurl: 'assets',
    dcourl: 'dco',
    privacy: 'privacy',
  };
  const urls: AdUrl[] = [];
  expect(findAdUrl(native, (adUrl) => urls.push(adUrl) === 0)).toBeUndefined();
  const names = (use: 'opened' | 'loaded') =>
    urls.filter((one) => one.use === use).map(({ url }) => url);
  expect(names('opened')).toEqual(['link', 'fallback', 'asset-link', 'privacy']);
  expect(names('loaded')).toEqual([
    'click',
    'imptracker',
    'image',
    'asset-click',
    'vast',
    'event',
    'assets',
    'dco',
  ]);
});

describe('a URL', () => {
  test.each([
    'https://a.example',
    'HTTP://a.example/x?y#z',
    'https://[::1]/',
    'https://a.example:65535/',
    'https://192.0.2.1/',
    'https://a.example:8443/@user/x?u=a@b.example&p=${AUCTION_PRICE}#@',
    "https://a.example/~x'(y)*[z]|{}^`%20",
    'https://bücher.example/漢字?q=👟',
  ])('%p is safe in an ad', (url) => {
    expect([link(url), loaded(url)].map((one) => isSafeAdUrl(one, []))).toEqual([true, true]);
  });

  test.each([
    '',
    'https:',
    'https://',
    'https:///x',
    'https://?x',
    'https://#x',
    'https://\\x',
    '//a.example',
    'javascript:alert(1)',
    ' https://a.example',
    'data:text/html,x',
    'https://a.example/\u0085',
    'https://a.example/\n',
    'https://\u0007a.example/',
    'https://a.example/\ud800',
    'market://x',
    'https://ok.example@evil.example/',
    'https://ok.example:443@evil.example/',
    'https://:pw@evil.example/',
    'https://@evil.example/',
    'https://evil.example\\@ok.example/',
    'https://evil.example/\\x',
    'https://a.example/"><script>',
    'https://a.example/"',
    'https://a.example/<',
    'https://a.example/>',
    'https://a.example/ b',
    'https://a.example/\u00a0',
    'https://a.example/\u2028',
    'https://a.example/\u202egpj.exe',
    'https://a.example/\u2066x',
    'https://a.example/\u200b',
    'https://a.ex\u00adample/',
    'https://a.example/\u2060',
    'https://a.example/\u3164',
    'https://a.example/\u2800',
    'https://ok.example\u2215login.evil.example/',
    'https://ok.example\u2044x.evil.example/',
    'https://ok.example&a=.evil.example/',
    'https://ok.example\uff20evil.example/',
    'https://a.example:99999/',
    'https://[',
    'https://%/',
    'https://a.example/\ufe0f',
    'https://a.example/\ufeff',
    'https://a.example/\ufff9',
    'https://a.example/\u{e0041}',
  ])('%p is not', (url) => {
    expect([link(url), loaded(url)].map((one) => isSafeAdUrl(one, []))).toEqual([false, false]);
  });

  test('with http is insecure, in any case of its letters', () => {
    const urls = ['http://a.example', 'HTTP://a.example', 'https://a.example', 'market:http:'];
    expect(urls.map((url) => isInsecure(link(url)))).toEqual([true, true, false, false]);
  });

  test('of every ASCII character is judged alike with and without others beside it', () => {
    for (let code = 0; code < 128; code++) {
      const character = String.fromCharCode(code);
      for (const url of [`https://a${character}b.example/`, `https://a.example/x${character}y`]) {
        // The second has a letter that is not ASCII, which takes another way through the check.
        expect([url, isSafeAdUrl(link(url), [])]).toEqual([url, isSafeAdUrl(link(`${url}é`), [])]);
      }
    }
  });
});
