import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_LISTS } from '../../src/sensitive/all-lists.ts';
import { staysPlain, staysSensitive } from './language-cases.ts';

/**
 * What people write in the languages that have a list of crisis phrases only. All lists apply to every sentence,
 * so a phrase of one language that stands in the ordinary words of another is found here.
 */
type LanguageCases = {
  readonly language: string;
  readonly crisis: Readonly<Record<string, readonly string[]>>;
  readonly plain: readonly string[];
};

const FOLDER = join(import.meta.dir, 'languages');
const CASES = readdirSync(FOLDER).map(
  (file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as LanguageCases,
);

test('every list of crisis phrases has sentences that it must find, and harmless ones', () => {
  const withCrisisOnly = ALL_LISTS.filter(({ classes }) => classes.money === undefined);
  expect(withCrisisOnly.length).toBeGreaterThanOrEqual(25);
  expect(CASES.map(({ language }) => language).sort()).toEqual(
    withCrisisOnly.map(({ language }) => language).sort(),
  );
  for (const { crisis, plain } of CASES) {
    expect(Object.values(crisis).flat().length).toBeGreaterThanOrEqual(6);
    expect(plain.length).toBeGreaterThanOrEqual(4);
  }
});

describe.each(CASES.map((cases) => [cases.language, cases] as const))(
  'people who write %s',
  (_, { crisis, plain }) => {
    for (const [topic, texts] of Object.entries(crisis)) staysSensitive(`crisis/${topic}`, texts);
    staysPlain(plain);
  },
);
