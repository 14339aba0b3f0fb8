import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export type Options = {
  /** Files and folders from the root of the project. */
  readonly paths: readonly string[];
  /** Lines to look at: every mutant that begins on one of them. None: all lines. */
  readonly only: readonly { readonly file: string; readonly line: number }[];
  readonly sample: number | undefined;
  readonly seed: string;
  readonly jobs: number;
};

export const USAGE = `Usage: npm run mutate -- <files and folders under src> [options]
  --sample N        a random sample of N mutants instead of all
  --seed S          another sample; the same seed gives the same sample (default: 1)
  --only FILE:LINE  the mutants of one line; may be given several times
  --jobs N          tests to run at the same time (default: 2)
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
    },
  });
  const only = values.only.map((text) => readLine(text, root));
  const paths = positionals.map((path) => relative(root, resolve(path)));
  if (only.length === 0 && paths.length === 0)
    throw new Error('expected a file or folder to mutate');
  return {
    paths: only.length === 0 ? paths : only.map(({ file }) => file),
    only,
    sample: values.sample === undefined ? undefined : readWhole('--sample', values.sample),
    seed: values.seed,
    jobs: readWhole('--jobs', values.jobs),
  };
}

function readLine(text: string, root: string): Options['only'][number] {
  const [, path, line] = /^(.+?):(\d+)(?::\d+)?$/.exec(text) ?? [];
  if (path === undefined) throw new Error(`expected --only FILE:LINE, got "${text}"`);
  return { file: relative(root, resolve(path)), line: Number(line) };
}

function readWhole(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`expected a whole number above zero for ${name}, got "${text}"`);
}
