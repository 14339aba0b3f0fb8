import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUNTIME_SETTINGS, withRuntimeSettings } from './runtime-settings.ts';

test('the executable sets the variables that bin/bun sets, to the same values', () => {
  const launcher = readFileSync(join(import.meta.dir, '../../bin/bun'), 'utf8');
  const exported = [...launcher.matchAll(/^export (\w+)="\$\{\1:-(.*)\}"$/gm)];
  expect(exported.map(([, name, value]) => [name, value])).toEqual(
    Object.entries(RUNTIME_SETTINGS),
  );
});

test('a setting of the operator is kept, and the rest of the environment passes through', () => {
  expect(
    withRuntimeSettings({ MIMALLOC_PURGE_DELAY: '10', PORT: '9000', GONE: undefined }),
  ).toEqual({
    MIMALLOC_PURGE_DELAY: '10',
    BUN_CONFIG_MAX_HTTP_REQUESTS: '65535',
    BUN_JSC_heapGrowthMaxIncrease: '1.5',
    PORT: '9000',
  });
});

test('an environment with all settings needs no second start', () => {
  expect(withRuntimeSettings({ ...RUNTIME_SETTINGS, PORT: '9000' })).toBeUndefined();
});
