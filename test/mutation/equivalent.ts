import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Mutant } from './mutant.ts';

/** A mutant that behaves like the code it was made from. Matched by text, so that lines may move. */
const Equivalent = Type.Object(
  {
    file: Type.String(),
    /** The source line without the space around it. */
    source: Type.String(),
    operator: Type.String(),
    /** As survivors are printed: `"<" → "<="` */
    change: Type.String(),
    reason: Type.String({ minLength: 1 }),
  },
  { additionalProperties: false },
);

export type Equivalent = Static<typeof Equivalent>;

export function readEquivalents(path: string): readonly Equivalent[] {
  return Value.Parse(Type.Array(Equivalent), JSON.parse(readFileSync(path, 'utf8')));
}

export function isEquivalent(mutant: Mutant, equivalents: readonly Equivalent[]): boolean {
  return equivalents.some((one) => matches(one, mutant));
}

/** The entries about these files that no mutant matches any more. */
export function staleEquivalents(
  equivalents: readonly Equivalent[],
  files: readonly string[],
  mutants: readonly Mutant[],
): readonly Equivalent[] {
  return equivalents.filter(
    (one) => files.includes(one.file) && !mutants.some((mutant) => matches(one, mutant)),
  );
}

function matches(one: Equivalent, mutant: Mutant): boolean {
  return (
    one.file === mutant.file &&
    one.source === mutant.source &&
    one.operator === mutant.operator &&
    one.change === mutant.change
  );
}
