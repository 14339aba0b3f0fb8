import { describe, expect, test } from 'bun:test';
import { ALL_LISTS } from './all-lists.ts';
import { SENSITIVE_CLASSES, type WordList } from './word-list.ts';

describe.each(ALL_LISTS.map((list) => [list.language, list] as const))(
  'the list of %s',
  (_, list) => {
    test('has phrases for every topic of its classes, and no topics of its own', () => {
      expect(list.classes.crisis).toBeDefined();
      for (const name of SENSITIVE_CLASSES) {
        const topics = Object.entries(list.classes[name] ?? {});
        if (topics.length === 0) continue;
        expect(topics.map(([topic]) => topic).sort()).toEqual(
          Object.keys(ALL_LISTS[0]?.classes[name] ?? {}).sort(),
        );
        for (const [, templates] of topics) expect(templates.length).toBeGreaterThan(0);
      }
    });
  },
);

test('English, German, French and Spanish have further classes, 39 other languages the crisis phrases', () => {
  const isWhole = ({ classes }: WordList) => Object.keys(classes).length > 1;
  const whole = ALL_LISTS.filter(isWhole).map(({ language }) => language);
  expect(whole).toEqual(['en', 'de', 'fr', 'es']);
  expect(new Set(ALL_LISTS.map(({ language }) => language)).size).toBe(43);
});
