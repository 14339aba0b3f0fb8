import type { TestsOfFile } from './import-graph.ts';

/** Remembers which tests noticed earlier mutants of a file: they are the likeliest to notice the next one. */
export type Killers = {
  readonly note: (file: string, test: string) => void;
  /** The same tests, in each group those first that noticed most. */
  readonly first: (file: string, tests: TestsOfFile) => TestsOfFile;
};

export function createKillers(): Killers {
  const counts = new Map<string, Map<string, number>>();
  return {
    note(file, test) {
      const ofFile = counts.get(file) ?? new Map<string, number>();
      counts.set(file, ofFile);
      ofFile.set(test, (ofFile.get(test) ?? 0) + 1);
    },
    first(file, { direct, indirect, starting }) {
      const countOf = (test: string) => counts.get(file)?.get(test) ?? 0;
      const sorted = (tests: readonly string[]) =>
        tests.toSorted((a, b) => countOf(b) - countOf(a));
      return { direct: sorted(direct), indirect: sorted(indirect), starting: sorted(starting) };
    },
  };
}
