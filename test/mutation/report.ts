import { dirname } from 'node:path';
import type { Verdict } from './judge.ts';
import type { Mutant } from './mutant.ts';

export type Judged = Mutant & { readonly verdict: Verdict | { readonly status: 'equivalent' } };

export function survivorLine({ file, line, column, change, source, verdict }: Judged): string {
  const unseen =
    verdict.status === 'survived' && verdict.testsRun === 0 ? '  (no test runs it)' : '';
  return `${file}:${line}:${column}  ${change}  in: ${source}${unseen}`;
}

export type Count = {
  readonly mutants: number;
  readonly killed: number;
  readonly survived: number;
  readonly equivalent: number;
  /** By the compiler; no test noticed them. */
  readonly refused: number;
};

export function countOf(judged: readonly Judged[]): Count {
  const of = (status: string) => judged.filter(({ verdict }) => verdict.status === status).length;
  return {
    mutants: judged.length,
    killed: of('killed'),
    survived: of('survived'),
    equivalent: of('equivalent'),
    refused: of('refused'),
  };
}

/** In percent of the mutants that only a test can notice; 100 where there are none. */
export function scoreOf({ killed, survived }: Count): number {
  return killed + survived === 0 ? 100 : (100 * killed) / (killed + survived);
}

export function countsByFolder(judged: readonly Judged[]): ReadonlyMap<string, Count> {
  const folders = [...new Set(judged.map(({ file }) => dirname(file)))].sort();
  return new Map(
    folders.map((folder) => [
      folder,
      countOf(judged.filter(({ file }) => dirname(file) === folder)),
    ]),
  );
}

const HEAD = ['folder', 'mutants', 'killed', 'survived', 'equivalent', 'refused', 'score'];

export function tableOf(judged: readonly Judged[]): string {
  const rows = [
    HEAD,
    ...[...countsByFolder(judged)].map(([folder, count]) => [
      folder,
      ...[count.mutants, count.killed, count.survived, count.equivalent, count.refused].map(String),
      percent(scoreOf(count)),
    ]),
  ];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

export function lastLine(judged: readonly Judged[]): string {
  const count = countOf(judged);
  const { mutants, killed, survived, equivalent, refused } = count;
  return `${mutants} mutants: ${killed} killed, ${survived} survived, ${equivalent} equivalent, ${refused} refused by the compiler; score ${percent(scoreOf(count))}`;
}

function percent(score: number): string {
  return `${score.toFixed(1)} %`;
}

export function reportOf(judged: readonly Judged[]): object {
  const folders = [...countsByFolder(judged)].map(([folder, count]) => ({
    folder,
    ...count,
    score: scoreOf(count),
  }));
  return { ...countOf(judged), score: scoreOf(countOf(judged)), folders, mutants: judged };
}
