import { availableParallelism } from 'node:os';
import { type ColumnName, middleOf, type Row } from './rows.ts';

/** What a scenario should find. */
export type Aim = {
  readonly what: string;
  /** The name of the row and the column of the figure. */
  readonly row: string;
  readonly figure: ColumnName;
  readonly bound: readonly [keyof typeof BOUNDS, number];
  /** Elsewhere it cannot be measured. */
  readonly where?: Where;
};

export type Where =
  /** The CPU of the row `echo` of the same scenario. */
  { readonly echoUsMax: number } | { readonly coresMin: number };

export type Verdict = {
  readonly scenario: string;
  readonly what: string;
  readonly bound: string;
  readonly measured: number | null;
  readonly verdict: 'met' | 'missed' | 'not measurable here';
  /** Why it cannot be measured. */
  readonly reason?: string;
};

const BOUNDS = {
  '≤': (value: number, bound: number) => value <= bound,
  '<': (value: number, bound: number) => value < bound,
  '≥': (value: number, bound: number) => value >= bound,
} as const;

/** The short form measures nothing, whatever it prints. */
export function judgeAims(
  scenario: string,
  aims: readonly Aim[],
  rows: readonly Row[],
  isShort: boolean,
): readonly Verdict[] {
  return aims.map(({ what, row, figure, bound: [relation, limit], where }): Verdict => {
    const found = rows.find(({ name }) => name === row);
    const own = found?.figures[figure];
    const measured = own === undefined ? null : middleOf(own);
    const about = { scenario, what, bound: `${relation} ${limit}`, measured };
    const reason = isShort ? 'the short form measures nothing' : reasonAgainst(where, rows);
    if (measured === null) {
      return { ...about, verdict: 'not measurable here', reason: reason ?? 'there is no figure' };
    }
    if (reason !== undefined) return { ...about, verdict: 'not measurable here', reason };
    if (BOUNDS[relation](measured, limit)) return { ...about, verdict: 'met' };
    if (found?.doubt === undefined) return { ...about, verdict: 'missed' };
    return { ...about, verdict: 'not measurable here', reason: found.doubt };
  });
}

function reasonAgainst(where: Where | undefined, rows: readonly Row[]): string | undefined {
  if (where === undefined) return undefined;
  if ('coresMin' in where) {
    const cores = availableParallelism();
    return cores < where.coresMin ? `${cores} cores, not ${where.coresMin}` : undefined;
  }
  const echo = rows.find(({ name }) => name === 'echo')?.figures.cpuUs;
  if (echo === undefined) return 'the CPU of the echo is not known';
  const echoUs = middleOf(echo);
  return echoUs > where.echoUsMax
    ? `the echo takes ${echoUs.toFixed(1)} µs of CPU, not ${where.echoUsMax}`
    : undefined;
}

export function formatVerdicts(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map(({ scenario, what, bound, measured, verdict, reason }) => {
    const figure = measured === null ? '' : ` ${measured.toPrecision(3)}`;
    return `${verdict}: ${scenario}: ${what}:${figure} (${bound})${reason === undefined ? '' : `; ${reason}`}`;
  });
  return lines.map((line) => `${line}\n`).join('');
}
