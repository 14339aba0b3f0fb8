import { dirname } from 'node:path';
import type { Verdict } from './judge.ts';
import type { Mutant } from './mutant.ts';

export type Judged = Mutant & { readonly verdict: Verdict | { readonly status: 'equivalent' } };

export function survivorLine({ file, line, column, change, source, verdict }: Judged): string {
  const unseen =
    verdict.status === 'survived' && verdict.testsRun === 0 ? '  (no test runs it)' : '';
  return `${file}:${line}:${column}  ${change}  in: ${source}${unseen}`;
}

type Count = ReadonlyMap<Judged['verdict']['status'], number>;

function countOf(judged: readonly Judged[]): Count {
  const byStatus = Map.groupBy(judged, ({ verdict }) => verdict.status);
  return new Map([...byStatus].map(([status, some]) => [status, some.length]));
}

/** In percent of the mutants that only a test can notice; 100 where there are none. */
function scoreOf(count: Count): string {
  const killed = count.get('killed') ?? 0;
  const noticeable = killed + (count.get('survived') ?? 0);
  return `${(noticeable === 0 ? 100 : (100 * killed) / noticeable).toFixed(1)} %`;
}

/** `refused` by the compiler; no test noticed them. */
const STATUSES = ['killed', 'survived', 'equivalent', 'refused'] as const;

export function tableOf(judged: readonly Judged[]): string {
  const byFolder = Map.groupBy(judged, ({ file }) => dirname(file));
  const rows = [...byFolder]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([folder, some]) => {
      const count = countOf(some);
      const counts = STATUSES.map((status) => count.get(status) ?? 0);
      return [folder, ...[some.length, ...counts].map(String), scoreOf(count)];
    });
  const table = [['folder', 'mutants', ...STATUSES, 'score'], ...rows];
  const widthOf = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0));
  const aligned = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widthOf(column)) : cell.padStart(widthOf(column));
  return table.map((row) => row.map(aligned).join('  ')).join('\n');
}

export function lastLine(judged: readonly Judged[]): string {
  const count = countOf(judged);
  const [killed, survived, equivalent, refused] = STATUSES.map((status) => count.get(status) ?? 0);
  return `${judged.length} mutants: ${killed} killed, ${survived} survived, ${equivalent} equivalent, ${refused} refused by the compiler; score ${scoreOf(count)}`;
}
