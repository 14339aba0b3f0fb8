import { isBranch, memberPath } from './schema-fault.ts';

/** A file names this environment variable at a path, and it is not set. */
type UnsetVariable = { readonly path: string; readonly name: string };

/** Replaces `${NAME}` in every string by the environment variable, so that secrets stay out of the file. */
export function fillVariables(file: unknown, env: Readonly<Record<string, string | undefined>>) {
  const unset: UnsetVariable[] = [];

  function fill(value: unknown, path: string): unknown {
    if (typeof value === 'string') {
      return value.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, name: string) => {
        const variable = env[name];
        if (variable === undefined) unset.push({ path, name });
        return variable ?? '';
      });
    }
    if (!isBranch(value)) return value;
    const filled = Object.entries(value).map(([key, item]): [string, unknown] => [
      key,
      fill(item, memberPath(path, key, value)),
    ]);
    return Array.isArray(value) ? filled.map(([, item]) => item) : Object.fromEntries(filled);
  }

  return { value: fill(file, ''), unset };
}
