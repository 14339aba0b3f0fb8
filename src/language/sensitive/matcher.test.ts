import { describe, expect, test } from 'bun:test';
import { ALL_LISTS } from './all-lists.ts';
import { createSensitiveMatcher, STEPS_MAX, UNREAD } from './matcher.ts';
import { WINDOW_LENGTH } from './windows.ts';
import type { WordList } from './word-list.ts';

const LIST: WordList = {
  language: 'en',
  sources: ['made up for tests'],
  fillers: ['just'],
  groups: { pet: ['dog', 'guinea pig'], died: ['died', 'passed away'] },
  classes: {
    crisis: {
      grief: ['my [old|] {pet} .. {died}', 'funeral[s|]'],
      'self-harm': ['self-harm', 'suicide'],
    },
    addiction: {},
    legal: {},
    money: {},
    health: { conditions: ['flu', 'funeral flu'] },
  },
  exceptions: { titles: ['suicide squad', 'funeral for a friend', 'jazz funeral'] },
};

const { find, findAll } = createSensitiveMatcher([LIST]);
const CRISIS = { crisis: true };
const BOTH = { crisis: true, health: true };

function topicIn(text: string): string | undefined {
  return find([text], CRISIS, 'prose')?.topic;
}

describe('a phrase', () => {
  test('matches with the words of its groups', () => {
    expect(topicIn('my guinea pig passed away')).toBe('grief');
    expect(topicIn('my dog died')).toBe('grief');
  });

  test('matches over a gap of three words and not over four', () => {
    expect(topicIn('my dog of ten years died')).toBe('grief');
    expect(topicIn('my dog of over ten years died')).toBeUndefined();
  });

  test('matches with fillers between its words, which a gap does not count', () => {
    expect(topicIn('my just dog of ten years just died')).toBe('grief');
  });

  test('does not match across the end of a sentence', () => {
    expect(topicIn('I walked my dog. The battery died')).toBeUndefined();
    expect(topicIn('my dog... he died')).toBe('grief');
  });

  test('does not match across two keywords or two texts', () => {
    expect(find(['my dog,died'], CRISIS, 'keywords')).toBeUndefined();
    expect(find(['my dog', 'died'], CRISIS, 'keywords')).toBeUndefined();
    expect(find(['my dog, he died'], CRISIS, 'prose')?.topic).toBe('grief');
  });

  test('matches whole words only', () => {
    expect(topicIn('funerals')).toBe('grief');
    expect(topicIn('funereal')).toBeUndefined();
    expect(topicIn('xfuneral')).toBeUndefined();
  });

  test('with a hyphen matches with a space and joined', () => {
    for (const text of ['self-harm', 'self harm', 'SelfHarm', 'self_harm', 'self–harm']) {
      expect(topicIn(text)).toBe('self-harm');
    }
  });

  test('joined, dotted or encoded is split first (ruling 65)', () => {
    for (const text of [
      'theSelfHarm',
      'self%2Dharm',
      'self%252dharm',
      's.e.l.f.h.a.r.m',
      's u i c i d e',
      'suicide1',
      'suicide2024',
      '2suicide',
      'a s.u.i.c.i.d.e',
      's.u.i c-i d e',
      'x1suicide2y',
      // As many words joined as split.
      'self harm2now a.b.c',
    ]) {
      expect(topicIn(text)).toBe('self-harm');
    }
    expect(topicIn('SuIcIdE')).toBe('self-harm');
    for (const text of ['suicideSquad', 'suicide%20squad', 'suicide+squad', 'suicide.squad']) {
      expect(topicIn(text)).toBeUndefined();
    }
  });

  test('of one short word does not count in what looks like a key, and a longer one does', () => {
    const key = 'aGVsbG8gd29ybGQ5XyAz';
    const health = (text: string) => find([text], { health: true }, 'prose')?.words;
    for (const text of [`${key}Flu9${key}`, `${key}${key}8flu`, `Flu9${key}${key}`]) {
      expect(health(text)).toBeUndefined();
    }
    for (const text of ['theFlu', 'flu2024', `${key} flu9`, `${key}/flu/${key}`, `${key}Flu`]) {
      expect(health(text)?.toLowerCase()).toBe('flu');
    }
    expect(topicIn(`${key}Funeral9${key}`)).toBe('grief');
  });

  test('is given back as it stands in the text', () => {
    expect(find(['Hey, My  DOG has just Died!'], CRISIS, 'prose')).toEqual({
      class: 'crisis',
      topic: 'grief',
      words: 'My  DOG has just Died',
    });
  });
});

describe('an exception', () => {
  test('hides the phrases inside it and no others', () => {
    expect(topicIn('suicide squad')).toBeUndefined();
    expect(topicIn('suicide squad, then suicide')).toBe('self-harm');
    expect(topicIn('a funeral for a friend')).toBeUndefined();
    expect(topicIn('funeral for a dog')).toBe('grief');
    expect(topicIn('a jazz funeral')).toBeUndefined();
  });

  test('does not hide a phrase that reaches beyond it', () => {
    expect(find(['funeral flu'], BOTH, 'prose')?.topic).toBe('grief');
    expect(topicIn('my dog at suicide squad died')).toBe('grief');
  });
});

describe('the classes', () => {
  test('count only where they are on', () => {
    expect(find(['flu'], CRISIS, 'prose')).toBeUndefined();
    expect(find(['flu'], { crisis: false, health: true }, 'prose')?.class).toBe('health');
    expect(find(['suicide'], {}, 'prose')).toBeUndefined();
  });

  test('are found in the order of their gravity, whatever comes first in the text', () => {
    expect(findAll(['flu', 'a funeral and suicide'], BOTH, 'prose')).toEqual([
      { class: 'crisis', topic: 'grief', words: 'funeral' },
      { class: 'crisis', topic: 'self-harm', words: 'suicide' },
      { class: 'health', topic: 'conditions', words: 'flu' },
    ]);
  });

  test('give one match for each topic, the longest of the first text that has one', () => {
    expect(findAll(['flu, funeral flu', 'flu'], { health: true }, 'prose')).toEqual([
      { class: 'health', topic: 'conditions', words: 'funeral flu' },
    ]);
  });
});

describe('one call', () => {
  test('reads its texts to their end, whatever their length (ruling 65)', () => {
    const filling = 'shoes, '.repeat(WINDOW_LENGTH);
    expect(find([filling, 'suicide'], CRISIS, 'prose')?.words).toBe('suicide');
    for (const kind of ['keywords', 'prose'] as const) {
      expect(find([`${filling}suicide`], CRISIS, kind)?.words).toBe('suicide');
    }
    expect(find([`${filling}suicide, ${filling}`], CRISIS, 'keywords')?.words).toBe('suicide');
    expect(find([filling], CRISIS, 'keywords')).toBeUndefined();
  });

  test('that would take more steps than a call may take finds every class that is on', () => {
    const hostile = 'my dog '.repeat(STEPS_MAX / 7);
    expect(findAll([hostile], BOTH, 'prose')).toEqual([
      { class: 'crisis', topic: UNREAD, words: '' },
      { class: 'health', topic: UNREAD, words: '' },
    ]);
    expect(find(['ж '.repeat(STEPS_MAX)], CRISIS, 'prose')?.topic).toBe(UNREAD);
    expect(find(['my dog '.repeat(1_000)], BOTH, 'prose')).toBeUndefined();
  });
});

test('a word that means something else in other languages counts in its own, and where none is known', () => {
  const shipped = createSensitiveMatcher(ALL_LISTS);
  const topicOf = (text: string, language?: string) =>
    shipped.find([text], CRISIS, 'prose', language)?.topic;
  expect(topicOf('the Krebs cycle in biochemistry', 'en')).toBeUndefined();
  expect(topicOf('the Krebs cycle in biochemistry')).toBe('diagnosis');
  expect(topicOf('Krebs', 'de')).toBe('diagnosis');
  expect(topicOf('sie hat Krebs', 'en')).toBe('diagnosis');
  for (const unknown of ['deu', 'gsw', 'und', 'zz', '']) {
    expect(topicOf('Krebs', unknown)).toBe('diagnosis');
  }
  for (const language of ['de', 'en', 'fi', 'xx']) {
    expect(topicOf('I want to kill myself', language)).toBe('self-harm');
    expect(topicOf('ich will mich umbringen', language)).toBe('self-harm');
  }
});
