import { ViewFault } from './view-fault.ts';
import type { SavedView, ViewLink, ViewSchedule } from './view-rows.ts';

/** An answer of `GET /api/report-views`, and what it has of each. */
export type ViewDocument = ReturnType<typeof viewDocument>;

export function noView(id: string): ViewFault {
  return new ViewFault('not-found', `there is no saved report "${id}"`);
}

/** As callers see it. */
export function viewDocument(
  { id, name, query, madeBy, madeMs }: SavedView,
  schedules: readonly ViewSchedule[],
  links: readonly ViewLink[],
  nowMs: number,
) {
  return {
    id,
    name,
    query,
    madeBy,
    madeAt: isoOf(madeMs),
    schedules: schedules.filter(({ viewId }) => viewId === id).map(scheduleDocument),
    links: links.filter(({ viewId }) => viewId === id).map((link) => linkDocument(link, nowMs)),
  };
}

export function scheduleDocument(schedule: ViewSchedule) {
  const { viewId: _view, lastDay: _day, sentMs, ...shown } = schedule;
  return { ...shown, sentAt: sentMs === null ? null : isoOf(sentMs) };
}

export function linkDocument(link: ViewLink, nowMs: number) {
  const { id, columns, madeBy, madeMs, expiresMs, usedMs } = link;
  return {
    id,
    columns,
    madeBy,
    madeAt: isoOf(madeMs),
    expiresAt: isoOf(expiresMs),
    isExpired: expiresMs <= nowMs,
    usedAt: usedMs === null ? null : isoOf(usedMs),
  };
}

const isoOf = (ms: number) => new Date(ms).toISOString();
