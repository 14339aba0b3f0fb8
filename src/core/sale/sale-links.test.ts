import { describe, expect, test } from 'bun:test';
import { aSeller, PUBLIC_URL } from '../../../test/notices/a-seller.ts';
import { aWin } from '../../../test/notices/a-win.ts';

const linkOf = (url: string): string => aSeller()(aWin({ native: { link: { url } } })).ad.link.url;

const START = 'https://a.example/';

test('a link of 1500 characters is still redirected', () => {
  const url = `${START}${'x'.repeat(1500 - START.length)}`;
  expect(new URL(linkOf(url)).searchParams.get('to')).toBe(url);
  expect(linkOf(`${url}x`)).toBe(`${url}x`);
});

describe('links', () => {
  const throughUs = (url: string) => {
    const parsed = new URL(linkOf(url));
    return parsed.origin === PUBLIC_URL ? parsed.searchParams.get('to') : undefined;
  };

  test('with letters of any script are encoded as headers need them', () => {
    expect(throughUs('https://bücher.example/漢')).toBe('https://xn--bcher-kva.example/%E6%BC%A2');
  });

  for (const hostile of [
    'javascript:alert(1)',
    'data:text/html,x',
    'myapp://open/item',
    '//evil.example',
    '/path',
    '',
    'https://a.example/\r\nSet-Cookie: a=b',
    'https://a.example/\u0085',
    'https://a.example/a b',
    ' https://a.example/',
    'https:\\\\evil.example',
    'https://a.example\\@evil.example',
    'https://good.example@evil.example/',
    'https://user:password@evil.example/',
    'https:///',
    'https://',
    'https://[::1',
    'https://a.example/\ud800',
    `https://a.example/${'x'.repeat(1500)}`,
  ]) {
    test(`that must not be redirected stay as they are: ${JSON.stringify(hostile.slice(0, 50))}`, () => {
      expect(linkOf(hostile)).toBe(hostile);
    });
  }
});
