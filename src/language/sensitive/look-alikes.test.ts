import { describe, expect, test } from 'bun:test';
import { withoutLookAlikes } from './look-alikes.ts';
import { createSensitiveMatcher } from './matcher.ts';
import { SHIPPED_LISTS } from './shipped-lists.ts';

const matcher = createSensitiveMatcher(SHIPPED_LISTS);
const topicOf = (text: string) => matcher.find([text], { crisis: true }, 'prose')?.topic;

describe('a letter that is written as a character that looks like it is read:', () => {
  test.each([
    'k1ll myself',
    'kiII myself',
    'su1c1de',
    'se1f harm',
    'h@ng myself',
    'ov3rdose of pills',
    'my$elf, I want to kill my$elf',
    'c0mmit suic1de',
  ])('%s', (text) => expect(topicOf(text)).toBe('self-harm'));
});

test.each([
  'iPhone 13 Pro, iphone13pro',
  'WiFi6 router AX3000, RTX3080Ti, k3v',
  'mail me@example.org about $150',
  'US$150 or 150$',
  'NIKE BIKE III',
])('what has digits and signs otherwise is no crisis: %s', (text) => {
  expect(topicOf(text)).toBeUndefined();
});

test('each character stays at its place', () => {
  expect(withoutLookAlikes('a g00d k1ll, 10 kiII $5 at 3pm mp3')).toEqual([
    'a good kill, 10 kill $5 at 3pm mp3',
    'a good klll, 10 kill $5 at 3pm mp3',
  ]);
  expect(withoutLookAlikes('g00d')).toEqual(['good']);
  expect(withoutLookAlikes('trail running shoes under $150')).toEqual([]);
  expect(matcher.find(['please k1ll myself now'], { crisis: true }, 'prose')?.words).toBe(
    'k1ll myself',
  );
});
