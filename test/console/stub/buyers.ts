import type {
  AccountDecision,
  BuyerAccountRow,
  BuyerList,
  BuyerRow,
  BuyList,
  ProductList,
  ShownBuyerAccountState,
} from '../../../src/console/buyers/api.ts';
import { createRecords, EARLIER, newRecord, recordRoutes, type StubRecord } from './records.ts';
import { json, refused, type StubCall, type StubRoute } from './routes.ts';

type StubBuyer = StubRecord & {
  readonly tokens: readonly {
    readonly id: string;
    readonly madeAt: string;
    readonly madeBy: string;
  }[];
};

const FIRST: readonly StubBuyer[] = [
  {
    ...newRecord('acme', { id: 'acme', name: 'Acme Agent', dailyCap: 100 }),
    tokens: [{ id: 't1a2b3', madeAt: EARLIER, madeBy: 'ana' }],
  },
  {
    ...newRecord('try-out', { id: 'try-out', name: 'Try Out', sandbox: true }),
    source: 'config',
    tokens: [],
  },
];

const PRODUCT = {
  id: 'chats',
  name: 'All chats',
  description: 'Native ads in all conversations',
  publishers: ['pub-1'],
  floors: { cpm: 2.5 },
};

function accountOf(id: string, brand: string, state: ShownBuyerAccountState): BuyerAccountRow {
  return {
    id,
    buyer: 'acme',
    state,
    name: `${brand} by agency.example`,
    brand,
    operator: 'agency.example',
    isSandbox: false,
    billing: 'operator',
    paymentTerms: 'net_30',
    reason: '',
    revision: 1,
    createdAt: EARLIER,
    changedAt: EARLIER,
    changedBy: 'acme',
  };
}

const BUYS: BuyList = {
  rows: [
    {
      id: 'mb_1',
      buyer: 'acme',
      account: 'acc_1',
      brand: 'ridgeline.example',
      status: 'active',
      isSandbox: false,
      start: EARLIER,
      end: '2026-12-24T00:00:00.000Z',
      budgetUsd: 300,
      spentUsd: 41.5,
      createdAt: EARLIER,
      changedAt: EARLIER,
      changedBy: 'acme',
      packages: [
        {
          id: 'pkg_1',
          product: 'chats',
          model: 'cpm',
          bidUsd: 4,
          budgetUsd: 200,
          dailyCapUsd: 20,
          spentUsd: 41.5,
          campaign: { partner: 'own', campaign: 'pkg_1' },
          standing: { kind: 'good', sentence: 'sells 120 impressions today' },
        },
        {
          id: 'pkg_2',
          product: 'chats',
          model: 'cpc',
          bidUsd: 0.8,
          budgetUsd: 100,
          dailyCapUsd: null,
          spentUsd: 0,
          campaign: null,
          standing: { kind: 'warn', sentence: 'no creative: the buyer has to assign one' },
        },
      ],
    },
  ],
  total: 1,
  page: 1,
  pages: 1,
};

/** AI buyers in memory. */
export function createBuyers() {
  const records = createRecords(FIRST);
  const products = createRecords([newRecord('chats', PRODUCT)]);
  const accounts = new Map(
    [
      accountOf('acc_1', 'ridgeline.example', 'active'),
      accountOf('acc_2', 'kettleby.example', 'pending_approval'),
    ].map((row) => [row.id, row]),
  );
  const accountsIn = (state: string | null, buyer: string | null) =>
    [...accounts.values()].filter(
      (row) => (state === null || row.state === state) && (buyer === null || row.buyer === buyer),
    );

  const rowOf = ({ id, source, state, definition, tokens }: StubBuyer): BuyerRow => ({
    id,
    source,
    state: state === 'active' ? 'active' : 'paused',
    name: String(definition.name),
    isSandbox: definition.sandbox === true,
    dailyCapUsd: typeof definition.dailyCap === 'number' ? definition.dailyCap : null,
    tokens: tokens.length,
    accounts: {
      all: accountsIn(null, id).length,
      waiting: accountsIn('pending_approval', id).length,
    },
    today: { spentUsd: id === 'acme' ? 12.5 : 0, mostUsd: id === 'acme' ? 80 : 0 },
  });
  const list = () => {
    const rows = [...records.kept.values()].map(rowOf);
    const waiting = accountsIn('pending_approval', null).length;
    const page = { total: rows.length, page: 1, pages: 1 };
    const answer: BuyerList = { rows, ...page, isEnabled: true, hasTestController: false, waiting };
    return json(answer);
  };
  const decide = ({ parts: [id = ''], body }: StubCall) => {
    const row = accounts.get(id);
    if (row === undefined) return refused(404, 'there is none');
    const { state, reason } = body as { readonly state: AccountDecision; readonly reason: string };
    accounts.set(id, { ...row, state, reason, revision: row.revision + 1 });
    return json(accounts.get(id));
  };
  const makeToken = ({ parts: [id = ''] }: StubCall) => {
    const tokens = records.kept.get(id)?.tokens ?? [];
    const made = { id: `t${tokens.length + 7}`, madeAt: EARLIER, madeBy: 'local' };
    const changed = records.change(id, 'token', { tokens: [...tokens, made] });
    return json({ ...changed, token: 'prl_buyer_0123456789' }, 201);
  };
  const dropToken = ({ parts: [id = '', token] }: StubCall) => {
    const tokens = records.kept.get(id)?.tokens ?? [];
    const rest = tokens.filter((one) => one.id !== token);
    return json(records.change(id, 'revoke token', { tokens: rest }));
  };
  const paged = <Row>(rows: readonly Row[]) =>
    json({ rows, total: rows.length, page: 1, pages: 1 });

  const routes: readonly StubRoute[] = [
    ['GET /api/buyers', list],
    ['POST /api/buyers/{id}/tokens', makeToken],
    ['DELETE /api/buyers/{id}/tokens/{token}', dropToken],
    ...recordRoutes<StubBuyer>({
      path: '/api/buyers',
      records,
      nameOf: ({ id }) => String(id),
      make: (id, definition) => ({ ...newRecord(id, definition), tokens: [] }),
      faultsOf: ({ name }) =>
        name === '' ? [{ field: 'name', reason: 'expected a text of 1 to 100 characters' }] : [],
    }),
    [
      'GET /api/products',
      () => paged([...products.kept.values()] as unknown as ProductList['rows']),
    ],
    ...recordRoutes({
      path: '/api/products',
      records: products,
      nameOf: ({ id }) => String(id),
      make: newRecord,
      faultsOf: () => [],
    }),
    [
      'GET /api/buyer-accounts',
      ({ url: { searchParams } }) =>
        paged(accountsIn(searchParams.get('state'), searchParams.get('buyer'))),
    ],
    ['POST /api/buyer-accounts/{id}/state', decide],
    [
      'GET /api/buys',
      ({ url }) => (url.searchParams.get('buyer') === 'acme' ? json(BUYS) : paged([])),
    ],
  ];
  return { routes, records, products, accounts };
}
