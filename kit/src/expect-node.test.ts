import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectNode } from './options.ts';

const on = (node: string) => () => expectNode({ process: { versions: { node } } });

test('an old Node is told which one it takes, that of package.json', () => {
  expect(on('18.20.8')).toThrow('@parley/kit: expected Node 20 or later, but got v18.20.8');
  expect(on('20.0.0')).not.toThrow();
  const { engines } = JSON.parse(readFileSync(join(import.meta.dir, '../package.json'), 'utf8'));
  expect(engines.node).toBe('>=20');
});

test('runtimes that name no Node pass', () => {
  for (const runtime of [{}, { process: {} }, { process: { versions: {} } }]) {
    expect(() => expectNode(runtime)).not.toThrow();
  }
  expect(on('')).not.toThrow();
});
