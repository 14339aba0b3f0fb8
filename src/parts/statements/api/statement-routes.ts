import { faultAnswer } from '../../../host/admin/fault-answer.ts';
import { json } from '../../../host/admin/headers.ts';
import type { AdminRoute, Call, RouteAnswer } from '../../../host/admin/route.ts';
import { Refusal, refuse } from '../../../lib/refusal.ts';
import {
  callOf,
  jsonOf,
  type MakeChange,
  operationRoutes,
} from '../../campaigns/api/store-call.ts';
import type { NamedAccount } from '../account.ts';
import { StatementFault } from '../statement-fault.ts';
import { STATEMENT_POLICY } from '../statement-html.ts';
import { STATEMENT_FORMATS, type StatementFormat, statementText } from '../statement-text.ts';
import type { StatementsApi } from '../statements.ts';
import { STATEMENT_OPERATIONS, type StatementOperationName } from './statement-operations.ts';

/** An operation without an answer does not compile. */
type StatementAnswers = Readonly<Record<StatementOperationName, AdminRoute['answer']>>;

/** `/api/statements`. */
export function statementRoutes(api: StatementsApi, change: MakeChange): readonly AdminRoute[] {
  const answers: StatementAnswers = {
    'GET /api/statements': async () => json({ months: await api.months() }),
    'GET /api/statements/adjustments': async ({ url }) => {
      const month = url.searchParams.get('month') ?? undefined;
      return json({ adjustments: await api.adjustments(month) });
    },
    'POST /api/statements/adjustments': change(async (call, body) => {
      const value = jsonOf(body);
      if (value instanceof Refusal) return value;
      const { author, idempotencyKey: key } = callOf(call);
      const keyed = key === undefined ? undefined : { key, body };
      return answered(await api.adjust(value, author, keyed), (made) => json(made, 201));
    }),
    'DELETE /api/statements/adjustments/{id}': change(async ({ parts: [id = ''], caller }) => {
      if (!/^\d{1,15}$/.test(id)) return refuse.notFound(`there is no adjustment "${id}"`);
      const removed = await api.removeAdjustment(Number(id), caller);
      return answered(removed, () => new Response(null, { status: 204 }));
    }),
    'GET /api/statements/{month}': async ({ parts: [month = ''] }) =>
      answered(await api.month(month), json),
    'POST /api/statements/{month}/close': change(async ({ parts: [month = ''], caller }) =>
      answered(await api.close(month, caller), json),
    ),
    'GET /api/statements/{month}/publishers/{publisher}': (call) =>
      statementAnswer(api, call, { publisher: call.parts[1] ?? '' }),
    'GET /api/statements/{month}/partners/{partner}': (call) =>
      statementAnswer(api, call, { partner: call.parts[1] ?? '' }),
  };
  return operationRoutes<StatementOperationName>(STATEMENT_OPERATIONS, answers);
}

/** A statement in the format that the query asks for. */
export async function statementAnswer(
  api: Pick<StatementsApi, 'statement'>,
  { url, parts: [month = ''] }: Pick<Call, 'url' | 'parts'>,
  account: NamedAccount,
): Promise<RouteAnswer> {
  const wanted = url.searchParams.get('format') ?? 'json';
  const format = STATEMENT_FORMATS.find((one) => one === wanted);
  if (format === undefined) {
    return refuse.wrongValue('format', `expected one of ${STATEMENT_FORMATS.join(', ')}`);
  }
  return answered(await api.statement(month, account), (statement) => {
    const name = ['parley', statement.month, statement.account].join('-').replace(/[^\w-]/g, '');
    return new Response(statementText(statement, format), { headers: headersOf(format, name) });
  });
}

function headersOf(format: StatementFormat, name: string): Record<string, string> {
  switch (format) {
    case 'json':
      return { 'Content-Type': 'application/json' };
    case 'csv':
      return {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}.csv"`,
      };
    case 'html':
      return {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': STATEMENT_POLICY,
      };
  }
}

function answered<T>(result: T | StatementFault, show: (result: T) => Response): RouteAnswer {
  return result instanceof StatementFault ? faultAnswer(result) : show(result);
}
