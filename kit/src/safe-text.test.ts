import { describe, expect, test } from 'bun:test';
import { safeHost, safeText, safeUrl } from './safe-text.ts';

describe('a text', () => {
  test.each([
    '',
    ' ',
    '\u200b',
    '\u2800',
    '\u3164',
    '\u00ad\u2060',
    '\ufeff\u202e',
    '\u200d',
    '\u0301',
    '\ue000',
    '\u{e0020}',
  ])('that nobody can see is none: %p', (text) => expect(safeText(text, 60)).toBeNull());

  test('keeps what shapes its letters and loses what hides or turns them', () => {
    expect(safeText('👩‍🚀 नमस्ते', 60)).toBe('👩‍🚀 नमस्ते');
    expect(safeText('pay\u200bpal \u202eexe.gpj', 60)).toBe('pay pal exe.gpj');
  });
});

describe('an address', () => {
  test.each([
    'https://:pw@evil.example/',
    'https://user@evil.example/',
    'https://@evil.example/',
    'https://ok.example@evil.example/',
    'https://ok.example:443@evil.example/',
    'https://evil.example\\@ok.example/',
    'https:\\\\evil.example/',
    'https:evil.example/',
    'https:///evil.example/',
    'https://ok.example/"><script>',
    'https://ok.example/\u202egpj.exe',
    'https://ok.example/\u200b',
    'https://ok.exam\nple/',
    ' https://ok.example/',
    'ftp://ok.example/',
    'javascript:alert(1)',
    `https://ok.example/${'a'.repeat(5_000)}`,
  ])('that misleads is none: %p', (url) => expect(safeUrl(url)).toBeNull());

  test.each([
    'https://ok.example/',
    'http://127.0.0.1:8080/n/click/T?to=https%3A%2F%2Fshop.example%2F&s=x',
    'https://ok.example/@handle?mail=a@b.example#part',
  ])('that says where it leads stays: %s', (url) => expect(safeUrl(url)).toBe(url));
});

test('a host is shown as browsers show it, and only if it is one', () => {
  expect(safeHost('shop.example')).toBe('shop.example');
  expect(safeHost('bücher.example')).toBe('xn--bcher-kva.example');
  expect(safeHost('pаypal.example')).toStartWith('xn--');
  for (const text of ['ok.example/path', 'ok.example\u202e', 'a b', '', 7, 'ok@evil.example']) {
    expect(safeHost(text)).toBeNull();
  }
});
