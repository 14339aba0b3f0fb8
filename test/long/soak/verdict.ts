import type { GrownGauge } from './grown-gauges.ts';

/** What a soak has measured. */
export type SoakFigures = {
  readonly durationMs: number;
  readonly sales: number;
  readonly acknowledged: number;
  /** How often each disturbance happened, and each visit was made. */
  readonly counts: Readonly<Record<string, number>>;
  /** Answers to visits that nobody should get. */
  readonly surprises: readonly string[];
  /** No faults by themselves: a reader has to know why each grew. */
  readonly grown: readonly GrownGauge[];
  readonly processes: readonly ProcessFigures[];
  readonly lost: number;
  readonly doubled: number;
  readonly isReportRight: boolean;
};

export type ProcessFigures = {
  readonly name: string;
  readonly isAlive: boolean;
  /** Medians of memory: of the second quarter of the time, and of the last. */
  readonly fromMb: number;
  readonly toMb: number;
  /** At rest, before the load and after it. */
  readonly handlesBefore: number;
  readonly handlesAfter: number;
};

/** Memory moves with the garbage collector: by 20 MB at most in ten runs of half a minute. */
const GROWTH_MB_MAX = 50;
/** Connections to the database that are opened when they are first needed. */
const HANDLES_GROWTH_MAX = 16;

/** A sentence for everything that a soak must not show. */
export function faultsOf(figures: SoakFigures): readonly string[] {
  const { acknowledged, lost, doubled, isReportRight, surprises, processes } = figures;
  return [
    ...(acknowledged > 0 ? [] : ['expected notices to be acknowledged, but none was']),
    ...(lost === 0 ? [] : [`${lost} acknowledged notices are not in the database`]),
    ...(doubled === 0 ? [] : [`${doubled} notices are in the database twice`]),
    ...(isReportRight ? [] : ['the counts of the report are not those of the facts']),
    ...surprises,
    ...processes.flatMap(processFaults),
  ];
}

function processFaults(process: ProcessFigures): readonly string[] {
  const { name, isAlive, fromMb, toMb, handlesBefore, handlesAfter } = process;
  if (!isAlive) return [`the ${name} ended`];
  return [
    ...(toMb <= fromMb + GROWTH_MB_MAX
      ? []
      : [`the memory of the ${name} grew from ${Math.round(fromMb)} to ${Math.round(toMb)} MB`]),
    ...(handlesAfter <= handlesBefore + HANDLES_GROWTH_MAX
      ? []
      : [`the ${name} has ${handlesAfter} file handles at rest, ${handlesBefore} before the load`]),
  ];
}

/** The figures as a table of Markdown. */
export function tableOf(figures: SoakFigures): string {
  const rows: readonly (readonly [string, string])[] = [
    ['time', `${Math.round(figures.durationMs / 1000)} s`],
    ['sales', count(figures.sales)],
    ['notices acknowledged', count(figures.acknowledged)],
    ['… of them not in the database', count(figures.lost)],
    ['… of them in the database twice', count(figures.doubled)],
    ['counts of the report', figures.isReportRight ? 'those of the facts' : 'wrong'],
    ...Object.entries(figures.counts).map(([name, times]) => [name, count(times)] as const),
    ...figures.processes.flatMap(processRows),
    ...figures.grown.map(
      ({ series, from, to }) => [series, `${count(from)} → ${count(to)}`] as const,
    ),
  ];
  const lines = rows.map(([name, value]) => `| ${name} | ${value} |`);
  return ['| | |', '|---|---|', ...lines].join('\n');
}

function processRows(process: ProcessFigures): readonly (readonly [string, string])[] {
  const { name, fromMb, toMb, handlesBefore, handlesAfter } = process;
  return [
    [
      `memory of the ${name}, second quarter → last quarter`,
      `${Math.round(fromMb)} → ${Math.round(toMb)} MB`,
    ],
    [`file handles of the ${name} at rest, before → after`, `${handlesBefore} → ${handlesAfter}`],
  ];
}

function count(value: number): string {
  return value.toLocaleString('en');
}
