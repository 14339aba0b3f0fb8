import type {
  AdjustmentsAnswer,
  MonthsAnswer,
  OwnMonths,
  ShownAdjustment,
} from '../../../src/console/statements/api.ts';
import type { MonthList } from '../../../src/statements/read-statements.ts';
import type { StatementMonth } from '../../../src/statements/statements.ts';
import { EARLIER } from './records.ts';
import { DONE, json, refused, type StubRoute } from './routes.ts';

const month = (name: string, state: StatementMonth['state'], reason: string | null = null) => ({
  month: name,
  state,
  reason,
  closedAt: state === 'closed' ? EARLIER : null,
  closedBy: state === 'closed' ? 'ana' : null,
});

const ACCOUNTS = [
  { side: 'publisher', account: 'pub-1', currency: 'EUR', usd: '1204.118273' },
  { side: 'publisher', account: 'in-config', currency: 'USD', usd: '31.5' },
  { side: 'partner', account: 'acme', currency: 'USD', usd: '1544.52210' },
] as const;

/** Three months, one of each state, and adjustments that can be made. */
export function createStatements() {
  let months: readonly StatementMonth[] = [
    month('2026-11', 'open', 'the month is not over'),
    month('2026-10', 'closable'),
    month('2026-09', 'closed'),
  ];
  let adjustments: readonly ShownAdjustment[] = [
    {
      id: 1,
      month: '2026-10',
      at: EARLIER,
      by: 'ana',
      kind: 'invalid-traffic',
      publisher: 'pub-1',
      from: '2026-10-03T00:00:00.000Z',
      to: '2026-10-04T00:00:00.000Z',
      reason: 'clicks of a data centre',
    },
  ];
  const totalOf = (name: string, usd: string) =>
    months.find((one) => one.month === name)?.state === 'closed' ? Number(usd).toFixed(2) : null;
  const routes: readonly StubRoute[] = [
    ['GET /api/statements', () => json({ months } satisfies MonthsAnswer)],
    [
      'GET /api/statements/adjustments',
      ({ url }) => {
        const wanted = url.searchParams.get('month');
        const shown = adjustments.filter((one) => wanted === null || one.month === wanted);
        return json({ adjustments: shown } satisfies AdjustmentsAnswer);
      },
    ],
    [
      'POST /api/statements/adjustments',
      ({ body, request }) => {
        if (request.headers.get('idempotency-key') === null) {
          return refused(400, 'expected an Idempotency-Key: a lost answer is not to book twice');
        }
        const given = body as Partial<ShownAdjustment>;
        if (given.kind === 'correction' && !/^-?\d+(\.\d\d)?$/.test(given.amount ?? '')) {
          const reason = `expected an amount in EUR like "-12.50", but got "${given.amount ?? ''}"`;
          return refused(400, reason, [{ field: 'amount', reason }]);
        }
        const made = { id: adjustments.length + 1, at: new Date().toISOString(), by: 'local' };
        const next = { currency: 'EUR', month: '2026-10', ...given, ...made } as ShownAdjustment;
        adjustments = [next, ...adjustments];
        return json(next, 201);
      },
    ],
    [
      'DELETE /api/statements/adjustments/{id}',
      ({ parts: [id] }) => {
        adjustments = adjustments.filter((one) => String(one.id) !== id);
        return DONE();
      },
    ],
    [
      'POST /api/statements/{month}/close',
      ({ parts: [name = ''] }) => {
        months = months.map((one) => (one.month === name ? month(name, 'closed') : one));
        return json({});
      },
    ],
    [
      'GET /api/statements/{month}/{side}/{account}',
      ({ parts }) => new Response(`statement ${parts.join(' ')}`),
    ],
    [
      'GET /api/statements/{month}',
      ({ parts: [name = ''] }) => {
        const found = months.find((one) => one.month === name);
        const state = found?.state === 'closed' ? 'closed' : 'open';
        const accounts = ACCOUNTS.map((one) => ({ ...one, total: totalOf(name, one.usd) }));
        return json({ month: name, state, accounts, isCut: false } satisfies MonthList);
      },
    ],
    [
      'GET /api/portal/statements',
      () => {
        const own = months.map((one) => {
          const total = totalOf(one.month, '1204.118273');
          return { ...one, total, currency: total === null ? null : 'EUR' };
        });
        return json({ months: own } satisfies OwnMonths);
      },
    ],
    [
      'GET /api/portal/statements/{month}',
      ({ parts }) => new Response(`statement ${parts.join(' ')}`),
    ],
  ];
  return { routes };
}
