import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';

/** Those that were not used yet. */
const uncompiled = new Set<() => unknown>();

/** The check of a schema, compiled at its first use: a process uses few of those that its modules have. */
export function compileLater<const Schema extends TSchema>(schema: Schema) {
  let made: Validator<Schema, Static<Schema>> | undefined;
  const compile = () => {
    uncompiled.delete(compile);
    made = Compile(schema) as Validator<Schema, Static<Schema>>;
    return made;
  };
  uncompiled.add(compile);
  return {
    Check: (value: unknown): value is Static<Schema> => (made ?? compile()).Check(value),
  };
}

/** For workers, before they serve: no request waits for it. */
export function compileAll(): void {
  for (const compile of uncompiled) compile();
}
