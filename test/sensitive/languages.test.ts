import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_LISTS } from '../../src/language/sensitive/all-lists.ts';
import { createSensitiveMatcher, EVERY_CLASS } from '../../src/language/sensitive/matcher.ts';

/**
 * What people write in each language, and (`mixed.json`) what only comes near a crisis, or near something harmless. All
 * lists apply to every sentence, so a phrase of one language that stands in the ordinary words of another is found here.
 */
type LanguageCases = {
  readonly language: string;
  readonly crisis: Readonly<Record<string, readonly string[]>>;
  /** Of other classes, by class and topic. */
  readonly further?: Readonly<Record<string, readonly string[]>>;
  readonly plain: readonly string[];
};

const FOLDER = join(import.meta.dir, 'languages');
const CASES = readdirSync(FOLDER).map(
  (file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as LanguageCases,
);

const matcher = createSensitiveMatcher(ALL_LISTS);

/** The gravest topic of a message, with all classes on: `crisis/grief`. */
function topicOf(text: string): string | undefined {
  const match = matcher.find([text], EVERY_CLASS, 'prose');
  return match && `${match.class}/${match.topic}`;
}

test('every list has sentences that it must find, and harmless ones', () => {
  const listed = ALL_LISTS.map(({ language }) => language);
  expect(CASES.map(({ language }) => language).sort()).toEqual([...listed, 'mixed'].sort());
  for (const { crisis, plain } of CASES) {
    expect(Object.values(crisis).flat().length).toBeGreaterThanOrEqual(6);
    expect(plain.length).toBeGreaterThanOrEqual(4);
  }
});

describe.each(CASES.map((cases) => [cases.language, cases] as const))(
  '%s',
  (_, { crisis, further = {}, plain }) => {
    const topics = Object.entries(crisis).map(
      ([topic, texts]) => [`crisis/${topic}`, texts] as const,
    );
    test.each([...topics, ...Object.entries(further)])(
      'sentences about %s are told as such',
      (topic, texts) => {
        expect(texts.map((text) => [text, topicOf(text)])).toEqual(
          texts.map((text) => [text, topic]),
        );
      },
    );

    test('harmless sentences are not sensitive', () => {
      expect(plain.filter((text) => topicOf(text) !== undefined)).toEqual([]);
    });
  },
);
