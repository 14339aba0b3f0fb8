import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { findMutants } from './find-mutants.ts';
import type { Mutant } from './mutant.ts';
import type { Options } from './options.ts';
import { type Project, sourcesUnder } from './project.ts';

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

export type Chosen = {
  /** To be tried against the tests. */
  readonly tried: readonly Mutant[];
  readonly equivalent: readonly Mutant[];
  /** The entries about these files that no mutant matches any more. */
  readonly stale: readonly Equivalent[];
};

/** Throws with a sentence where there is nothing to mutate. */
export function chooseMutants(
  project: Project,
  { paths, only, sample, seed }: Options,
  equivalents: readonly Equivalent[],
): Chosen {
  const files = sourcesUnder(project, paths);
  if (files.length === 0) throw new Error(`there is no code under ${paths.join(', ')}`);
  const all = files.flatMap((file) => findMutants(file, project.files.get(file) ?? ''));
  const here = all.filter(
    (mutant) =>
      only.length === 0 ||
      only.some(({ file, line }) => file === mutant.file && line === mutant.line),
  );
  if (here.length === 0) throw new Error('there is nothing to mutate there');
  const isEquivalent = (mutant: Mutant) => equivalents.some((one) => matches(one, mutant));
  const different = here.filter((mutant) => !isEquivalent(mutant));
  return {
    tried: sample === undefined ? different : sampleOf(different, sample, seed),
    equivalent: here.filter(isEquivalent),
    stale: equivalents.filter(
      (one) => files.includes(one.file) && !all.some((mutant) => matches(one, mutant)),
    ),
  };
}

function matches(one: Equivalent, mutant: Mutant): boolean {
  return (
    one.file === mutant.file &&
    one.source === mutant.source &&
    one.operator === mutant.operator &&
    one.change === mutant.change
  );
}

/**
 * So many of the mutants, picked by chance, the same ones for the same seed. Each has its own lot, so that a
 * change elsewhere in the code leaves the others in the sample.
 */
function sampleOf(mutants: readonly Mutant[], count: number, seed: string): readonly Mutant[] {
  const times = new Map<string, number>();
  const lots = mutants.map((mutant) => {
    const name = [seed, mutant.file, mutant.operator, mutant.source, mutant.change].join('\0');
    const time = times.get(name) ?? 0;
    times.set(name, time + 1);
    return { mutant, lot: createHash('sha256').update(`${name}\0${time}`).digest('hex') };
  });
  const picked = lots.toSorted((a, b) => a.lot.localeCompare(b.lot)).slice(0, count);
  return mutants.filter((one) => picked.some(({ mutant }) => mutant === one));
}
