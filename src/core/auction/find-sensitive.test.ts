import { describe, expect, test } from 'bun:test';
import { createSensitiveMatcher, STEPS_MAX } from '../../language/sensitive/matcher.ts';
import { SHIPPED_LISTS } from '../../language/sensitive/shipped-lists.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import { createFindSensitive } from './find-sensitive.ts';

const findSensitive = createFindSensitive(createSensitiveMatcher(SHIPPED_LISTS));
const CRISIS = { crisis: true };

const found = (request: object, classes: Parameters<typeof findSensitive>[1] = CRISIS) =>
  findSensitive(request as BidRequest, classes);

describe('the match', () => {
  test('is of the gravest class that is on, wherever the text is', () => {
    const request = { site: { keywords: 'bankruptcy', search: 'I want to kill myself' } };
    expect(found(request, { crisis: true, money: true }).match?.class).toBe('crisis');
    expect(found(request, { money: true }).match?.class).toBe('money');
    expect(found(request, { religion: true }).match).toBeUndefined();
  });

  test('does not cross two keywords, and crosses a comma of a title', () => {
    expect(found({ site: { keywords: 'my dog,died' } }).match).toBeUndefined();
    expect(found({ site: { content: { title: 'my dog, who was old, died' } } }).match?.topic).toBe(
      'grief',
    );
  });

  test('is judged in the language that the content states, and in every language otherwise', () => {
    const about = (content: object) =>
      found({ site: { search: 'Krebs cycle', content } }).match?.topic;
    expect(about({})).toBe('diagnosis');
    expect(about({ language: 'en' })).toBeUndefined();
    expect(about({ langb: 'en-GB' })).toBeUndefined();
    expect(about({ language: 'de' })).toBe('diagnosis');
    for (const language of ['', 'unknown', 5, null, 'deu', 'gsw', 'und', 'zz'])
      expect(about({ language })).toBe('diagnosis');
  });

  test('of texts that cannot be read to their end is any class that is on', () => {
    const request = { site: { search: 'my dog '.repeat(STEPS_MAX / 5) } };
    expect(found(request).match).toEqual({ class: 'crisis', topic: 'unread', words: '' });
    expect(found(request, { money: true }).match?.class).toBe('money');
    expect(found(request, {}).isSpecial?.('shoes')).toBe(true);
  });
});
