import { expect, test } from 'bun:test';
import { profileOfAd } from './about-ad.ts';

const BOOT = {
  title: 'Grip for wet rock',
  text: '',
  keywords: [],
  topics: [],
  categories: [],
  languages: ['en'],
};

/** A profile begins with 0 where it is not known what an ad is about. */
const isKnown = (fields: object) => profileOfAd({ ...BOOT, ...fields })[0] !== 0;

test('an ad that is targeted at words which nobody knows is about nothing that is known', () => {
  expect(isKnown({ keywords: ['zzyzx'] })).toBe(false);
  expect(isKnown({ topics: ['zzyzx'] })).toBe(false);
});

test('its title tells what it is about where it is targeted at no words, or a category or one word is known', () => {
  expect(isKnown({})).toBe(true);
  expect(isKnown({ keywords: ['zzyzx'], categories: ['IAB17-18'] })).toBe(true);
  expect(isKnown({ keywords: ['zzyzx', 'trail shoes'] })).toBe(true);
});
