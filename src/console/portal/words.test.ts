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
  const fileOf = (file: 'ads.txt' | 'app-ads.txt' | 'adagents.json', words: string) => {
    const url = `https://hiking.example/${file}`;
    return { file, url, result: 'unreachable', sentence: `${url} ${words}` } as const;
  };
  const offline = 'could not be reached: no route';
  expect(
    findings([
      fileOf('ads.txt', offline),
      fileOf('app-ads.txt', offline),
      fileOf('adagents.json', 'authorizes this exchange'),
    ]),
  ).toEqual([
    { files: ['ads.txt', 'app-ads.txt'], sentence: `https://hiking.example/ads.txt ${offline}` },
    {
      files: ['adagents.json'],
      sentence: 'https://hiking.example/adagents.json authorizes this exchange',
    },
  ]);
});
