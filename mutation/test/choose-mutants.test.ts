import { describe, expect, test } from 'bun:test';
import { chooseMutants } from '../src/choose-mutants.ts';
import { readOptions } from '../src/options.ts';

const CODE = Array.from({ length: 40 }, (_, i) => `export const a${i} = b < c;\n`).join('');
const ENTRY = {
  file: 'src/a.ts',
  source: 'export const a1 = b < c;',
  operator: 'comparison',
  change: '"<" → "<="',
  reason: 'b is never c',
};

function chosenFrom(code: string, args: readonly string[] = [], equivalents = [ENTRY]) {
  const project = { root: '/root', files: new Map([['src/a.ts', code]]) };
  return chooseMutants(project, readOptions(['/root/src', ...args], '/root'), equivalents);
}

describe('a sample', () => {
  const sample = (code: string, seed: string) =>
    chosenFrom(code, ['--sample', '10', '--seed', seed]).tried.map(({ source }) => source);

  test('is the same for the same seed, and another for another', () => {
    expect(sample(CODE, '1')).toEqual(sample(CODE, '1'));
    expect(sample(CODE, '2')).not.toEqual(sample(CODE, '1'));
    expect(sample(CODE, '1')).toHaveLength(10);
  });

  test('keeps its mutants when the code before them changes', () => {
    expect(sample(`// a comment\n${CODE}`, '1')).toEqual(sample(CODE, '1'));
  });
});

describe('an equivalent mutant', () => {
  test('is found by its text, wherever the line is now', () => {
    const { equivalent, tried, stale } = chosenFrom(`\n\n  ${CODE}`);
    expect(equivalent).toHaveLength(1);
    expect(tried).toHaveLength(39);
    expect(stale).toEqual([]);
  });

  test('that matches nothing is stale, if its file was looked at', () => {
    const gone = { ...ENTRY, source: 'export const gone = b < c;' };
    const elsewhere = { ...gone, file: 'src/b.ts' };
    expect(chosenFrom(CODE, [], [ENTRY, gone, elsewhere]).stale).toEqual([gone]);
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
  };
  for (const [sentence, args] of Object.entries(REFUSED)) {
    test(`that make no sense are refused: ${sentence}`, () => {
      expect(() => readOptions(args, '/root')).toThrow(sentence);
    });
  }
});
