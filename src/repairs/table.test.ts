import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BODY_REPAIRS, REPAIR_NAMES, REQUEST_REPAIRS } from './table.ts';

const ROWS = [...BODY_REPAIRS, ...REQUEST_REPAIRS];

test('every repair has a name of its own in kebab case, and a sentence', () => {
  expect(new Set(REPAIR_NAMES).size).toBe(REPAIR_NAMES.length);
  for (const { name, description } of ROWS) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(description).toEndWith('.');
  }
});

test('docs/repairs.md has every repair and no other, in the order in which they are made', () => {
  const page = readFileSync(join(import.meta.dir, '../../docs/repairs.md'), 'utf8');
  const documented = [...page.matchAll(/^\| `([a-z-]+)` +\| (.*?) +\|$/gm)];
  expect(documented.map(([, name, description]) => ({ name, description }))).toEqual(
    ROWS.map(({ name, description }) => ({ name, description })),
  );
});
