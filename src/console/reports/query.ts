import type { ReportDimension } from '../api.ts';

export type Choice = {
  readonly by: readonly ReportDimension[];
  readonly from: string;
  /** The last day, included: as people say it. */
  readonly until: string;
};

const DAY_MS = 24 * 60 * 60 * 1000;

export function daysAgo(days: number, nowMs: number): string {
  return new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10);
}

/** The port takes the day after the last one. */
export function queryOf({ by, from, until }: Choice): string {
  const to = daysAgo(-1, Date.parse(until));
  return `by=${by.join(',')}&from=${from}&to=${to}`;
}
