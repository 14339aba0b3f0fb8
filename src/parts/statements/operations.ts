import Type from 'typebox';
import { type OwnMonth, STATEMENT_FORMATS } from '../../host/offers.ts';
import { op } from '../../host/op.ts';
import { told } from '../../lib/op.ts';
import { Refusal } from '../../lib/refusal.ts';
import {
  AdjustmentSchema,
  addAdjustment,
  readAdjustments,
  removeAdjustment,
  type ShownAdjustment,
  shownAdjustment,
} from './adjustments.ts';
import { StatementSchema } from './statement.ts';
import { statementResponse } from './statement-text.ts';
import { type MonthList, type StatementMonth, statementsOf } from './statements.ts';

/** The counts of a month are summed up, and those of a year before a closing. */
const SUM_MS_MAX = 60_000;
const CLOSE_MS_MAX = 600_000;

const FormatQuery = Type.Object({
  format: Type.Optional(Type.Enum([...STATEMENT_FORMATS])),
});

/** What publishers are owed and partners owe, month by month. */
export const STATEMENT_OPS = [
  op('GET /api/statements', {
    role: 'read',
    summary: 'The months: open, closable or closed, the latest first',
    answer: told<{ readonly months: readonly StatementMonth[] }>(),
    run: async ({ host }) => ({ months: await statementsOf(host).months() }),
  }),
  op('GET /api/statements/adjustments', {
    role: 'read',
    summary: 'Adjustments, the latest first',
    query: Type.Object({ month: Type.Optional(Type.String()) }),
    answer: told<{ readonly adjustments: readonly ShownAdjustment[] }>(),
    async run({ host, query: { month } }) {
      const adjustments = await readAdjustments(host.database().query, month);
      return { adjustments: adjustments.toReversed().map(shownAdjustment) };
    },
  }),
  op('POST /api/statements/adjustments', {
    role: 'admin',
    summary: 'Adds an adjustment to the statements of a month that is not closed',
    hasKey: true,
    body: AdjustmentSchema,
    answer: told<ShownAdjustment>(),
    location: ({ id }) => `/api/statements/adjustments/${id}`,
    // The counts are looked through where nobody else knows its account.
    waitMsMax: SUM_MS_MAX,
    async run({ host, body, by }) {
      const made = await addAdjustment(host, statementsOf(host).terms(), body, by);
      return made instanceof Refusal ? made : shownAdjustment(made);
    },
  }),
  op('DELETE /api/statements/adjustments/{adjustment}', {
    role: 'admin',
    summary: 'Deletes an adjustment of a month that is not closed',
    run: ({ host, parts, by }) => removeAdjustment(host, parts.adjustment, by),
  }),
  op('GET /api/statements/{month}', {
    role: 'read',
    summary: 'All accounts of a month, with what they are owed or owe',
    answer: told<MonthList>(),
    waitMsMax: SUM_MS_MAX,
    run: ({ host, parts }) => statementsOf(host).month(parts.month),
  }),
  op('POST /api/statements/{month}/close', {
    role: 'admin',
    summary: 'Closes a month: its statements never change again',
    answer: Type.Object({ month: Type.String(), closedAt: Type.String(), closedBy: Type.String() }),
    waitMsMax: CLOSE_MS_MAX,
    run: ({ host, parts, by }) => statementsOf(host).close(parts.month, by),
  }),
  op('GET /api/publishers/{publisher}/statements', {
    role: 'read',
    openTo: 'publishers',
    summary: 'The months, with what a publisher was stated in those that are closed',
    answer: told<{ readonly months: readonly OwnMonth[] }>(),
    waitMsMax: SUM_MS_MAX,
    run: async ({ host, parts }) => ({
      months: await statementsOf(host).monthsOf(parts.publisher),
    }),
  }),
  op('GET /api/publishers/{publisher}/statements/{month}', {
    role: 'read',
    openTo: 'publishers',
    summary: 'What a publisher is owed for a month',
    query: FormatQuery,
    answer: StatementSchema,
    waitMsMax: SUM_MS_MAX,
    async run({ host, parts: { month, publisher }, query, caller }) {
      const found = await statementsOf(host).statement(month, { publisher });
      // Which operator has closed a month is theirs to know.
      const isTold = found instanceof Refusal || caller.role !== 'publisher';
      return statementResponse(isTold ? found : { ...found, closedBy: null }, query.format);
    },
  }),
  op('GET /api/partners/{partner}/statements/{month}', {
    role: 'read',
    summary: 'What a partner owes for a month',
    query: FormatQuery,
    answer: StatementSchema,
    waitMsMax: SUM_MS_MAX,
    run: async ({ host, parts: { month, partner }, query }) =>
      statementResponse(await statementsOf(host).statement(month, { partner }), query.format),
  }),
] as const;
