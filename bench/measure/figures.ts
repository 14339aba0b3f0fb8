import { availableParallelism } from 'node:os';
import type { Report } from '../load/job.ts';
import type { Figure, Figures, Spread } from '../rows.ts';

/** The median over the rounds, of what could be measured in them: single rounds are disturbed by other work. */
export function median(values: readonly (number | null)[]): number | undefined {
  return spread(values)?.median;
}

/** The median with the quartiles, which say how far to trust it. */
export function spread(values: readonly (number | null)[]): Spread | undefined {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  // Between two values where it is not one of them.
  const at = (share: number) => {
    const place = (sorted.length - 1) * share;
    const [below = 0, above = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return below + (above - below) * (place % 1);
  };
  return { lowerQuartile: at(0.25), median: at(0.5), upperQuartile: at(0.75) };
}

/** Ratios round by round, then the median: what disturbs one round disturbs both sides of its ratio. */
export function ratioOf<Result>(
  results: readonly Result[],
  others: readonly (Result | undefined)[],
  figure: (result: Result) => number | null,
): Spread | undefined {
  return spread(
    results.map((result, round) => {
      const other = others[round];
      const above = figure(result);
      const below = other === undefined ? null : figure(other);
      return above === null || below === null || below === 0 ? null : above / below;
    }),
  );
}

export const p99MsOf = ({ latency }: Report): number => latency.p99Ms;

export const rateOf = ({ perSecond }: Report): number => perSecond;

export function cpuUsOf({ serverCpuSec, answers }: Report): number | null {
  return serverCpuSec === null || answers === 0 ? null : (serverCpuSec * 1_000_000) / answers;
}

const coresOf = ({ serverCpuSec, seconds }: Report): number | null =>
  serverCpuSec === null ? null : serverCpuSec / seconds;

function filledShareOf({ statuses, answers }: Report): number | null {
  return answers === 0 ? null : (statuses['200'] ?? 0) / answers;
}

/** What is told of a case under full load. */
export function throughputFigures(reports: readonly Report[]): Figures {
  return present({
    perSecond: median(reports.map(rateOf)),
    cpuUs: spread(reports.map(cpuUsOf)),
    serverCores: median(reports.map(coresOf)),
    filledShare: median(reports.map(filledShareOf)),
    p50Ms: median(reports.map(({ latency }) => latency.p50Ms)),
    p99Ms: median(reports.map(p99MsOf)),
    cpuToOther: toOther(reports, cpuUsOf),
  });
}

/** Beside the same server of the other commit, if there is one. */
export function toOther(
  reports: readonly Report[],
  figure: (report: Report) => number | null,
): Spread | undefined {
  return ratioOf(
    reports,
    reports.map(({ other }) => other),
    figure,
  );
}

export function toEcho(reports: readonly Report[], echo: readonly Report[]): Figures {
  return present({
    rateToEcho: ratioOf(reports, echo, rateOf),
    cpuToEcho: ratioOf(reports, echo, cpuUsOf),
  });
}

/** Without the keys that have no value. */
export function present(figures: { readonly [Key in keyof Figures]: Figure | undefined }): Figures {
  return Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined));
}

const SATURATED_SHARE = 0.9;

/** Why a rate is not the server's limit, and what went wrong, in sentences. */
export function notesOn(reports: readonly Report[], workers: number): readonly string[] {
  const notes: string[] = [];
  const cores = median(reports.map(coresOf));
  const busy = median(reports.map(({ machineBusyShare }) => machineBusyShare));
  const all = availableParallelism();
  if (cores !== undefined && cores < workers * SATURATED_SHARE) {
    const limit =
      busy !== undefined && busy > SATURATED_SHARE
        ? `no room: all ${all} cores were ${percent(busy)} busy, load generator and other work included`
        : workers === 1
          ? 'the load generator was the limit'
          : 'the load generator was the limit, or not every worker took part';
    notes.push(`${limit}; the server got ${cores.toFixed(2)} of ${workers} cores`);
  }
  const lost = sum(reports.map(({ connectionsLost }) => connectionsLost));
  if (lost > 0) notes.push(`${lost} connections were lost`);
  const refused = sum(reports.map(refusedOf));
  if (refused > 0) notes.push(`${refused} requests were refused`);
  return notes;
}

export function refusedOf({ statuses }: Report): number {
  return sum(
    Object.entries(statuses).map(([status, count]) => (Number(status) >= 400 ? count : 0)),
  );
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
