import Type, { type Static, type TSchema } from 'typebox';
import { REPORT_COLUMNS } from '../../core/sale/measures.ts';
import { findFault } from '../../lib/schema-fault.ts';
import { checkedText } from '../../lib/text-schemas.ts';
import { isZoneName } from '../../lib/time-zone.ts';
import { ViewFault } from './view-fault.ts';

const NAME_LENGTH_MAX = 80;
const QUERY_LENGTH_MAX = 2000;
const WEBHOOK_LENGTH_MAX = 64;
export const LINK_DAYS_MAX = 366;

const CLOSED = { additionalProperties: false };

const isPlain = (text: string) => text.trim() === text && text !== '' && !/\p{Cc}/u.test(text);

const ViewName = checkedText(
  `a name of 1 to ${NAME_LENGTH_MAX} characters in one line`,
  isPlain,
  NAME_LENGTH_MAX,
);

export const RenameSchema = Type.Object({ name: ViewName }, CLOSED);

/** A name, and the query of `GET /api/report`. */
export const ViewSchema = Type.Object(
  { name: ViewName, query: Type.String({ maxLength: QUERY_LENGTH_MAX }) },
  CLOSED,
);

export const SCHEDULE_STEPS = ['daily', 'weekly', 'monthly'] as const;

const LAST_HOUR = 23;

/** Weekly is on Monday and monthly on the first, at this hour of the zone. */
export const ScheduleSchema = Type.Object(
  {
    every: Type.Enum([...SCHEDULE_STEPS]),
    hour: Type.Integer({ minimum: 0, maximum: LAST_HOUR }),
    zone: checkedText('a time zone like UTC or Europe/Berlin', isZoneName),
    webhook: Type.String({ minLength: 1, maxLength: WEBHOOK_LENGTH_MAX }),
  },
  CLOSED,
);

/** What a client sees unless somebody chooses otherwise: nothing of what publishers earn. */
export const CLIENT_COLUMNS = ['impressions', 'clicks', 'spend_usd'] as const;

const COLUMN_NAMES = [...REPORT_COLUMNS.keys()];

export const LinkSchema = Type.Object(
  {
    days: Type.Integer({ minimum: 1, maximum: LINK_DAYS_MAX }),
    columns: Type.Optional(
      Type.Array(Type.Enum(COLUMN_NAMES), { minItems: 1, maxItems: COLUMN_NAMES.length }),
    ),
  },
  CLOSED,
);

export type ScheduleTerms = Readonly<Static<typeof ScheduleSchema>>;

export function readBody<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
): Static<Schema> | ViewFault {
  const fault = findFault(schema, value);
  if (fault !== undefined) return new ViewFault('invalid', fault.reason, fault.path || undefined);
  return value as Static<Schema>;
}
