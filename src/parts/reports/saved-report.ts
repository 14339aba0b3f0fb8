import Type, { type Static } from 'typebox';
import { REPORT_COLUMNS } from '../../core/sale/measures.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { refuse } from '../../lib/refusal.ts';
import { dayAfter } from '../../lib/time-span.ts';
import { isZoneName, offsetMs, wallTime } from '../../lib/time-zone.ts';
import { checkedText } from '../../lib/value-schemas.ts';
import { type RecordOf, recordKind } from '../../store/record-kind.ts';
import { queryFault } from './report.ts';

const NAME_LENGTH_MAX = 80;
const QUERY_LENGTH_MAX = 2000;
const WEBHOOK_LENGTH_MAX = 64;
const SCHEDULES_MAX = 10;
const REPORTS_MAX = 200;
/** Of one report: more would be a list that nobody keeps in order. */
export const LINKS_MAX = 20;
const LINK_DAYS_MAX = 366;

const CLOSED = { additionalProperties: false };
const COLUMN_NAMES = [...REPORT_COLUMNS.keys()];
const isPlain = (text: string) => text.trim() === text && text !== '' && !/\p{Cc}/u.test(text);

/** Weekly is on Monday and monthly on the first, at this hour of the zone. */
const Schedule = Type.Object(
  {
    every: Type.Enum(['daily', 'weekly', 'monthly']),
    hour: Type.Integer({ minimum: 0, maximum: 23 }),
    zone: checkedText('a time zone like UTC or Europe/Berlin', isZoneName),
    webhook: Type.String({ minLength: 1, maxLength: WEBHOOK_LENGTH_MAX }),
    isPaused: Type.Optional(Type.Boolean()),
  },
  CLOSED,
);

export type Schedule = DeepReadonly<Static<typeof Schedule>>;

/** A schedule is a value: the same one is known by what it says. */
export const keyOf = ({ every, hour, zone, webhook }: Schedule): string =>
  `${every} ${hour} ${zone} ${webhook}`;

/** What a client sees unless somebody chooses otherwise: nothing of what publishers earn. */
export const CLIENT_COLUMNS = ['impressions', 'clicks', 'spend_usd'] as const;

export const LinkTerms = Type.Object(
  {
    days: Type.Integer({ minimum: 1, maximum: LINK_DAYS_MAX }),
    columns: Type.Optional(
      Type.Array(Type.Enum(COLUMN_NAMES), { minItems: 1, maxItems: COLUMN_NAMES.length }),
    ),
  },
  CLOSED,
);

const ShownLink = Type.Object({
  id: Type.String(),
  columns: Type.Array(Type.String()),
  madeBy: Type.String(),
  madeMs: Type.Integer(),
  expiresMs: Type.Integer(),
});

/** Whoever has the secret of it sees the report without a login. */
export type Link = DeepReadonly<Static<typeof ShownLink>> & { readonly hash: string };

type Kept = {
  readonly links: readonly Link[];
  /** The day of the last report of each schedule, or after which it begins. */
  readonly sent: Readonly<Record<string, string>>;
};

const NOTHING_KEPT: Kept = { links: [], sent: {} };

/** A report that somebody has named: the query of `GET /api/report`, when it is sent, and who sees it by a link. */
export const SAVED_REPORT = recordKind({
  name: 'saved-report',
  schema: Type.Object(
    {
      name: checkedText(
        `a name of 1 to ${NAME_LENGTH_MAX} characters in one line`,
        isPlain,
        NAME_LENGTH_MAX,
      ),
      query: Type.String({ maxLength: QUERY_LENGTH_MAX }),
      schedules: Type.Optional(Type.Array(Schedule, { maxItems: SCHEDULES_MAX })),
    },
    CLOSED,
  ),
  states: { active: ['deleted'] },
  kept: NOTHING_KEPT,
  countMax: REPORTS_MAX,
  complete(definition, before, nowMs) {
    const reason = queryFault(definition.query, nowMs);
    if (reason !== undefined) return refuse.notValid([{ field: 'query', reason }]);
    const { schedules = [] } = definition;
    const keys = schedules.map(keyOf);
    const repeated = keys.findIndex((key, index) => keys.indexOf(key) !== index);
    if (repeated !== -1) {
      const reason = 'expected each schedule once, but got this one twice';
      return refuse.notValid([{ field: `schedules[${repeated}]`, reason }]);
    }
    const { links, sent } = before?.kept ?? NOTHING_KEPT;
    const ran = new Set(before?.definition.schedules?.filter((one) => !one.isPaused).map(keyOf));
    // What was due before a schedule was made, or while it was paused, is not made up for.
    const days = schedules.map((one) => {
      const key = keyOf(one);
      return [key, (ran.has(key) && sent[key]) || lastDue(one, nowMs).day];
    });
    return { definition, kept: { links, sent: Object.fromEntries(days) } };
  },
  shownKept: ({ links, sent }, { schedules = [] }) => ({
    links: links.map(({ hash: _, ...link }) => link),
    sent: schedules.map((schedule) => sent[keyOf(schedule)] ?? ''),
  }),
});

export type SavedReport = RecordOf<typeof SAVED_REPORT>;

const WEEK_DAYS = 7;
const MONDAY = 1;

/** When a report was due last, and the day that names it: each is made once. */
export function lastDue(
  { every, hour, zone }: Pick<Schedule, 'every' | 'hour' | 'zone'>,
  nowMs: number,
) {
  const { date, clock } = wallTime(zone, nowMs);
  const reached = Number(clock.slice(0, 2)) >= hour ? date : dayAfter(date, -1);
  const day = firstOf(every, reached);
  return { day, dueMs: atHour(zone, day, hour) };
}

function firstOf(every: Schedule['every'], day: string): string {
  if (every === 'daily') return day;
  if (every === 'monthly') return `${day.slice(0, 7)}-01`;
  const sinceMonday = (new Date(day).getUTCDay() + WEEK_DAYS - MONDAY) % WEEK_DAYS;
  return dayAfter(day, -sinceMonday);
}

function atHour(zone: string, day: string, hour: number): number {
  const asUtcMs = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
  const nearMs = asUtcMs - offsetMs(zone, asUtcMs);
  return asUtcMs - offsetMs(zone, nearMs);
}

/** What callers see of what is kept. */
export const ShownKept = Type.Object({
  links: Type.Array(ShownLink),
  sent: Type.Array(Type.String(), {
    description: "The day of each schedule's last report, in their order.",
  }),
});
