/**
 * The ten rooms of `src/`, from top to bottom, and what each may import: only rooms above it. The kit and its users are
 * packages of their own.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  language: ['lib'],
  core: ['lib', 'language'],
  demand: ['lib', 'language', 'core'],
  ledger: ['lib', 'core'],
  store: ['lib', 'demand', 'ledger'],
  host: ['lib', 'language', 'core', 'demand', 'ledger', 'store'],
  ui: ['lib', 'language', 'core', 'host'],
  parts: ['lib', 'language', 'core', 'demand', 'ledger', 'store', 'host', 'ui'],
  programs: ['lib', 'language', 'core', 'demand', 'ledger', 'store', 'host', 'ui', 'parts'],
};
