import { expect, test } from 'bun:test';
import { againstWords, findings } from './words.ts';

test('a figure is compared with the week before, where there is one', () => {
  expect(againstWords(120, 100)).toBe('20 % more than the week before');
  expect(againstWords(0, 100)).toBe('100 % less than the week before');
  expect(againstWords(100.4, 100)).toBe('as in the week before');
  expect(againstWords(100, 0)).toBeUndefined();
  expect(againstWords(null, 100)).toBeUndefined();
  expect(againstWords(100, null)).toBeUndefined();
});

test('what is wrong with several files in the same way is said once', () => {
  const fileOf = (
    file: 'ads.txt' | 'app-ads.txt' | 'adagents.json',
    wordsOf: (url: string) => string,
  ) => {
    const folder = file === 'adagents.json' ? '/.well-known' : '';
    const url = `https://hiking.example${folder}/${file}`;
    return { file, url, result: 'unreachable', sentence: wordsOf(url) } as const;
  };
  const offline = (url: string) => `${url} could not be reached: no route`;
  const html = (file: string) => (url: string) => `expected ${url} as text: this is no ${file}`;
  const all = ['ads.txt', 'app-ads.txt', 'adagents.json'] as const;
  expect(findings(all.map((file) => fileOf(file, offline)))).toEqual([
    { files: [...all], sentence: offline('https://hiking.example/ads.txt') },
  ]);
  const some = [
    fileOf('ads.txt', html('ads.txt')),
    fileOf('app-ads.txt', html('app-ads.txt')),
    fileOf('adagents.json', offline),
  ];
  expect(findings(some).map(({ files }) => files)).toEqual([
    ['ads.txt', 'app-ads.txt'],
    ['adagents.json'],
  ]);
});
