import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTICE_RESULTS, OUTCOMES, STAGES } from '../src/observe/series.ts';
import { TROUBLES } from '../src/observe/troubles.ts';
import { layoutOf } from './metrics.ts';
import { ROOT } from './process.ts';

const PAGE = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
const RULES = readFileSync(join(ROOT, 'ops/prometheus-rules.yaml'), 'utf8');

/** Cells of the tables' rows, whose first cell is a name in backquotes. */
const ROWS = [...PAGE.matchAll(/^\| `(\w+)` *\|(.*)\|$/gm)].map(([, name = '', rest = '']) => ({
  name,
  cells: rest.split('|').map((cell) => cell.trim()),
}));

describe('docs/operations.md', () => {
  test('has every series with its kind and labels, in the order of the exposition', () => {
    const { series } = layoutOf(['acme']);
    const documented = ROWS.filter(({ name }) => name.startsWith('parley_'));
    expect(documented.map(({ name, cells: [kind, labels = ''] }) => [name, kind, labels])).toEqual(
      Object.entries(series).map(([name, { kind, labels }]) => [
        name,
        kind,
        labels.map((label) => `\`${label}\``).join(', '),
      ]),
    );
  });

  test('says of each series what it means', () => {
    for (const { cells } of ROWS) expect(cells.at(-1)).not.toBe('');
  });

  test('names every outcome, every stage, every fate of a notice and every reason not to ask', () => {
    const { skipReasons } = layoutOf(['acme']).words;
    for (const word of [...OUTCOMES, ...NOTICE_RESULTS, ...skipReasons])
      expect(PAGE).toContain(`\`${word}\``);
    for (const stage of STAGES) expect(PAGE).toContain(`stage="${stage}"`);
  });

  test('has every trouble with whose it is', () => {
    const documented = [...PAGE.matchAll(/^\| `([a-z-]+)` \| (machine|fleet) \| \S/gm)];
    expect(documented.map(([, id, scope]) => [id, scope])).toEqual(
      Object.entries(TROUBLES).map(([id, { scope }]) => [id, scope]),
    );
  });

  test('names every alert, and none that does not exist', () => {
    const documented = ROWS.map(({ name }) => name).filter((name) => name.startsWith('Parley'));
    expect(documented).toEqual([...RULES.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name));
  });
});
