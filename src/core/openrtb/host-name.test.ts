import { describe, expect, test } from 'bun:test';
import { advertiserDomain, listedDomain } from './host-name.ts';

describe('the domain of an advertiser (ruling 71)', () => {
  test.each([
    ['brand.example', 'brand.example'],
    ['https://brand.example/', 'brand.example'],
    ['brand.example.', 'brand.example'],
    ['brand.example:443', 'brand.example'],
    [' brand.example', 'brand.example'],
    ['//brand.example', 'brand.example'],
    ['\\\\brand.example\\x', 'brand.example'],
    ['WWW.Brand.Example', 'brand.example'],
    ['https://ok.example@brand.example/', 'brand.example'],
    ['brand.example?a=@ok.example', 'brand.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['www.example', 'www.example'],
    ['www.www.example', 'www.example'],
    ['a.b', 'a.b'],
  ])('in %p is %p', (text, domain) => {
    expect(advertiserDomain(text)).toBe(domain);
  });

  test('is in no text that has none', () => {
    const none = [
      '',
      '.',
      'www.',
      'brand',
      'brand..example',
      'brand_.example',
      '-brand.example',
      '192.0.2.1',
      '0x7f.1',
      '[::1]',
      'brand.example\u202e',
      'brand example.com',
      'https://',
      'javascript:alert(1)',
      `${'a'.repeat(64)}.example`,
      `${'a.'.repeat(126)}ab`,
      `https://brand.example/${'x'.repeat(2048)}`,
    ];
    expect(none.filter(advertiserDomain)).toEqual([]);
  });

  test('of 253 characters is one', () => {
    const domain = `${'a.'.repeat(126)}a`;
    expect(domain).toHaveLength(253);
    expect(advertiserDomain(domain)).toBe(domain);
  });
});

describe('an entry of a list of domains (ruling 71)', () => {
  test.each([
    [' https://WWW.evil.example:443/x', 'evil.example'],
    ['*.evil.example', 'evil.example'],
    ['..evil.example', 'evil.example'],
    ['*.*.evil.example', 'evil.example'],
    ['evil .example ', 'evil.example'],
    ['ru', 'ru'],
    ['.RU', 'ru'],
    ['ru.', 'ru'],
    ['ru:443', 'ru'],
    ['https://ru/', 'ru'],
    ['*.рф', 'xn--p1ai'],
  ])('%p names %p', (entry, domain) => {
    expect(listedDomain(entry)).toBe(domain);
  });

  test.each(['', '*', '.', 'two words', '192.0.2.1'])('%p names none', (entry) => {
    expect(listedDomain(entry)).toBeUndefined();
  });
});
