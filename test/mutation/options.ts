import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export type Place = { readonly file: string; readonly line: number };

export type Options = {
  /** Files and folders from the root of the project. */
  readonly paths: readonly string[];
  /** Lines to look at: every mutant that begins on one of them. None: all lines. */
  readonly only: readonly Place[];
  readonly sample: number | undefined;
  readonly seed: string;
  readonly jobs: number;
  readonly report: string | undefined;
  readonly min: number | undefined;
};

export const USAGE = `Usage: npm run mutate -- <files and folders under src> [options]
  --sample N        a random sample of N mutants instead of all
  --seed S          another sample; the same seed gives the same sample (default: 1)
  --only FILE:LINE  the mutants of one line; may be given several times
  --jobs N          tests to run at the same time (default: 2)
  --report FILE     writes every mutant and what became of it as JSON
  --min PERCENT     exits with 1 if the score is lower
`;

/** Throws with a sentence where the arguments make no sense. */
export function readOptions(args: readonly string[], root: string): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', multiple: true, default: [] },
      jobs: { type: 'string', default: '2' },
      report: { type: 'string' },
      min: { type: 'string' },
    },
  });
  const only = values.only.map((place) => readPlace(place, root));
  const paths = positionals.map((path) => relative(root, resolve(path)));
  if (only.length === 0 && paths.length === 0)
    throw new Error('expected a file or folder to mutate');
  return {
    paths: only.length === 0 ? paths : only.map(({ file }) => file),
    only,
    sample: values.sample === undefined ? undefined : readWhole('--sample', values.sample),
    seed: values.seed,
    jobs: readWhole('--jobs', values.jobs),
    report: values.report,
    min: values.min === undefined ? undefined : readPercent(values.min),
  };
}

function readPlace(place: string, root: string): Place {
  const [, path, line] = /^(.+?):(\d+)(?::\d+)?$/.exec(place) ?? [];
  if (path === undefined) throw new Error(`expected --only FILE:LINE, got "${place}"`);
  return { file: relative(root, resolve(path)), line: Number(line) };
}

function readWhole(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`expected a whole number above zero for ${name}, got "${text}"`);
}

function readPercent(text: string): number {
  const value = Number(text);
  if (text !== '' && value >= 0 && value <= 100) return value;
  throw new Error(`expected a percentage from 0 to 100 for --min, got "${text}"`);
}
