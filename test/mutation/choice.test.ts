import { describe, expect, test } from 'bun:test';
import { isEquivalent, staleEquivalents } from './equivalent.ts';
import { findMutants } from './find-mutants.ts';
import { readOptions } from './options.ts';
import { sampleOf } from './sample.ts';

const CODE = Array.from({ length: 40 }, (_, i) => `export const a${i} = b < c;\n`).join('');
const MUTANTS = findMutants('src/a.ts', CODE);

describe('a sample', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(sampleOf(MUTANTS, 10, '1')).toEqual(sampleOf(MUTANTS, 10, '1'));
    expect(sampleOf(MUTANTS, 10, '2')).not.toEqual(sampleOf(MUTANTS, 10, '1'));
    expect(sampleOf(MUTANTS, 10, '1')).toHaveLength(10);
  });

  test('keeps its mutants when the code before them changes', () => {
    const moved = findMutants('src/a.ts', `// a comment\n${CODE}`);
    const sources = (sample: typeof MUTANTS) => sample.map(({ source }) => source);
    expect(sources(sampleOf(moved, 10, '1'))).toEqual(sources(sampleOf(MUTANTS, 10, '1')));
  });
});

describe('an equivalent mutant', () => {
  const entry = {
    file: 'src/a.ts',
    source: 'export const a1 = b < c;',
    operator: 'comparison',
    change: '"<" → "<="',
    reason: 'b is never c',
  };

  test('is found by its text, wherever the line is now', () => {
    const moved = findMutants('src/a.ts', `\n\n  ${CODE}`);
    expect(moved.filter((mutant) => isEquivalent(mutant, [entry]))).toHaveLength(1);
  });

  test('that matches nothing is stale, if its file was looked at', () => {
    const gone = { ...entry, source: 'export const gone = b < c;' };
    expect(staleEquivalents([entry, gone], ['src/a.ts'], MUTANTS)).toEqual([gone]);
    expect(staleEquivalents([gone], ['src/b.ts'], [])).toEqual([]);
  });
});

describe('options', () => {
  test('name paths from the root, and have defaults', () => {
    expect(readOptions(['/root/src/a', '/root/src/b.ts'], '/root')).toEqual({
      paths: ['src/a', 'src/b.ts'],
      only: [],
      sample: undefined,
      seed: '1',
      jobs: 2,
      report: undefined,
      min: undefined,
    });
  });

  test('take lines as they are printed', () => {
    const args = ['--only', '/root/src/a.ts:41:7', '--only', '/root/src/b.ts:2'];
    const { paths, only } = readOptions(args, '/root');
    expect(paths).toEqual(['src/a.ts', 'src/b.ts']);
    expect(only).toEqual([
      { file: 'src/a.ts', line: 41 },
      { file: 'src/b.ts', line: 2 },
    ]);
  });

  const REFUSED: Readonly<Record<string, readonly string[]>> = {
    'expected a file or folder to mutate': [],
    'expected --only FILE:LINE, got "src/a.ts"': ['--only', 'src/a.ts'],
    'expected a whole number above zero for --jobs, got "0"': ['src', '--jobs', '0'],
    'expected a percentage from 0 to 100 for --min, got "101"': ['src', '--min', '101'],
  };
  for (const [sentence, args] of Object.entries(REFUSED)) {
    test(`that make no sense are refused: ${sentence}`, () => {
      expect(() => readOptions(args, '/root')).toThrow(sentence);
    });
  }
});
