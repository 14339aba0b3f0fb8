import { describe, expect, test } from 'bun:test';
import { ALL_LISTS } from './all-lists.ts';
import { compileLists } from './compile-lists.ts';
import { SENSITIVE_CLASSES } from './word-list.ts';

describe.each(ALL_LISTS.map((list) => [list.language, list] as const))(
  'the list of %s',
  (_, list) => {
    test('says how it was compiled', () => {
      expect(list.sources.length).toBeGreaterThan(0);
    });

    test('has phrases for every topic of the English list, and no topics of its own', () => {
      for (const name of SENSITIVE_CLASSES) {
        const topics = Object.entries(list.classes[name] ?? {});
        expect(topics.map(([topic]) => topic).sort()).toEqual(
          Object.keys(ALL_LISTS[0]?.classes[name] ?? {}).sort(),
        );
        for (const [, templates] of topics) expect(templates.length).toBeGreaterThan(3);
      }
    });

    test('has no template twice in a topic', () => {
      const topics = [
        ...Object.values(list.classes).flatMap(Object.values),
        ...Object.values(list.exceptions),
      ];
      for (const templates of topics) expect(templates).toEqual([...new Set(templates)]);
    });
  },
);

test('every template can be compiled', () => {
  const { prepare, vocabulary } = compileLists(ALL_LISTS);
  const wordsAtStart = vocabulary.numbers.size;
  prepare([...vocabulary.numbers.keys()].map((word) => ({ word })));
  expect(vocabulary.numbers.size).toBeGreaterThan(wordsAtStart);
});
