import { isBranch, memberPath } from './schema-fault.ts';

/** A file names this environment variable, and it is not set. */
export class UnsetVariable {
  readonly path: string;
  readonly name: string;
  constructor(path: string, name: string) {
    this.path = path;
    this.name = name;
  }
}

/** Replaces `${NAME}` in every string by the environment variable, so that secrets stay out of the file. */
export function fillVariables(
  value: unknown,
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): unknown {
  if (typeof value === 'string') {
    let unset: UnsetVariable | undefined;
    const filled = value.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, name: string) => {
      const variable = env[name];
      if (variable === undefined) unset ??= new UnsetVariable(path, name);
      return variable ?? '';
    });
    return unset ?? filled;
  }
  if (!isBranch(value)) return value;
  const filled: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const result = fillVariables(item, memberPath(path, key, value), env);
    if (result instanceof UnsetVariable) return result;
    filled.push([key, result]);
  }
  return Array.isArray(value) ? filled.map(([, item]) => item) : Object.fromEntries(filled);
}
