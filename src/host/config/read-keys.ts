import { fillVariables } from '../../lib/fill-variables.ts';
import { findFaults, isObject } from '../../lib/schema-fault.ts';
import { ConfigFileSchema } from './config-schema.ts';

export type KeyFault = { readonly path: string; readonly reason: string };

/** The keys of a file with their variables, and what is wrong with each by itself. */
export function readKeys(document: unknown, env: Readonly<Record<string, string | undefined>>) {
  const { value, unset } = fillVariables(document, env);
  const { shown, more: unlisted } = findFaults(ConfigFileSchema, value);
  const isUnset = new Set(unset.map(({ path }) => path));
  const faults: readonly KeyFault[] = [
    ...unset.map(({ path, name }) => ({
      path,
      reason: `the environment variable ${name} is not set`,
    })),
    ...shown
      .filter(({ path }) => !isUnset.has(path))
      .map(({ path, kind, reason }) => ({
        path,
        reason: kind === 'unknown' ? `unknown key; ${reason}` : reason,
      })),
  ];
  return { value, faults, unlisted };
}

/** A key with nothing behind it, as when all its lines are commented out, counts as absent. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isObject(value)) return value;
  const present = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(present.map(([key, item]) => [key, withoutEmpty(item)]));
}
