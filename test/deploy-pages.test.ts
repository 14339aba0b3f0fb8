/** That every command of docs/deploy/ is run by a test of the system, or listed with the reason why it is not. */
import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../package.json';
import { ROOT } from './process.ts';
import { blocksOf, commandsOf, NOT_RUN, PAGES } from './system/support/pages.ts';

/** `<page> <command>` of every call of `command()` in the tests of the system. */
function commandsRun(): readonly string[] {
  const folder = join(ROOT, 'test/system');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .flatMap((source) => [...source.matchAll(/\bcommand\(\s*'([^']+)',\s*'([^']+)'/g)])
    .map(([, page, text]) => `${page} ${text}`);
}

describe('the pages about deployment', () => {
  test('have commands that a test runs, or that are listed as not run', () => {
    const run = new Set(commandsRun());
    const forgotten = PAGES.flatMap((page) =>
      commandsOf(page)
        .filter((text) => !run.has(`${page} ${text}`) && !Object.hasOwn(NOT_RUN, text))
        .map((text) => `docs/deploy/${page}: ${text}`),
    );
    expect(forgotten).toEqual([]);
  });

  test('have every command that a test runs or that is listed as not run', () => {
    const all = PAGES.flatMap((page) => commandsOf(page).map((text) => [page, text] as const));
    const written = new Set(all.map((pair) => pair.join(' ')));
    expect(commandsRun().filter((pair) => !written.has(pair))).toEqual([]);
    const texts = new Set(all.map(([, text]) => text));
    expect(Object.keys(NOT_RUN).filter((text) => !texts.has(text))).toEqual([]);
  });

  test('name the language of each block, so that a command is told from a file', () => {
    const unnamed = PAGES.flatMap((page) =>
      blocksOf(page)
        .filter(({ language }) => !['sh', 'sql', 'yaml', 'ini'].includes(language))
        .map(({ text }) => `docs/deploy/${page}: ${text}`),
    );
    expect(unnamed).toEqual([]);
  });

  test('install the version that the sources have', () => {
    const installed = commandsOf('service.md').flatMap(
      (text) => text.match(/parley_([\d.]+)_/)?.[1] ?? [],
    );
    expect(installed).toEqual([version]);
  });
});
