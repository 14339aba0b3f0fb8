import type { Environment } from '../../host/config/config.ts';

/** The variables that `bin/bun` sets. Bun reads them once, when a process starts; bin/bun has the reasons. */
export const RUNTIME_SETTINGS = {
  BUN_CONFIG_MAX_HTTP_REQUESTS: '65535',
  MIMALLOC_PURGE_DELAY: '-1',
  BUN_JSC_heapGrowthMaxIncrease: '1.5',
} as const;

/** The environment with the settings that are missing in it; undefined if none is. An empty one counts as missing. */
export function withRuntimeSettings(environment: Environment): Record<string, string> | undefined {
  const missing = Object.entries(RUNTIME_SETTINGS).filter(([name]) => !environment[name]);
  if (missing.length === 0) return undefined;
  const given = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries([...given, ...missing]);
}
