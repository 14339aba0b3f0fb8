import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './process.ts';

const PAGE = 'docs/rulings.md';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const filesUnder = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|json|md)$/.test(name))
    .map((name) => join(folder, name));

const CITING = ['src', 'test', 'bench', 'docs', 'kit/src', 'kit/test']
  .flatMap(filesUnder)
  .filter((path) => path !== PAGE);

/** Each number, with a file that cites it. */
const CITED = new Map(
  [...CITING, 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].flatMap((path) =>
    [...read(path).matchAll(/\bruling (\d+)/gi)].map(([, number]): [number, string] => [
      Number(number),
      path,
    ]),
  ),
);

const ROWS = [...read(PAGE).matchAll(/^\| (\d+) +\|([^|]+)\|([^|]+)\|$/gm)].map(
  ([, number, about = '', decision = '']) => ({
    number: Number(number),
    about: about.trim(),
    decision: decision.trim(),
  }),
);

describe('docs/rulings.md', () => {
  const documented = ROWS.map(({ number }) => number);

  test('has a row for every ruling that code, tests or documents cite', () => {
    expect([...CITED].filter(([number]) => !documented.includes(number))).toEqual([]);
  });

  test('has no row that nobody cites', () => {
    expect(documented.filter((number) => !CITED.has(number))).toEqual([]);
  });

  test('has each ruling once, in order, with a sentence', () => {
    expect(documented).toEqual([...new Set(documented)].sort((a, b) => a - b));
    for (const { about, decision } of ROWS) {
      expect(about).not.toBe('');
      expect(decision).toEndWith('.');
    }
  });
});
