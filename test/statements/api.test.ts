import { afterAll, describe, expect, test } from 'bun:test';
import { PAGE_POLICY } from '../../src/lib/html-page.ts';
import { usdText } from '../../src/lib/money.ts';
import { STATEMENT_OPS } from '../../src/parts/statements/operations.ts';
import { start } from '../admin/server.ts';
import { eventually } from '../eventually.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { buy, call, databaseOf, startHere } from '../notices/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp } from '../process.ts';
import { apiOf, type ErrorBody } from '../store/api.ts';
import { MONTH, record, sold, statementsOf } from './support.ts';

afterAll(cleanUp);

const TOKENS = (['read', 'ads', 'admin'] as const).map((role) => ({
  name: `the-${role}`,
  token: `a-long-enough-token-${role}`,
  role,
}));

const PUBLISHER = { id: 'pub 1/ö' };
const PAT = { who: 'Pat', role: 'publisher', publisher: PUBLISHER.id, person: 'p1' } as const;

async function port() {
  const database = await openOwnLedger();
  await record(database, [sold({ id: 'a', publisher: 'pub 1/ö', price: 2_500_000_000 })]);
  const { host } = statementsOf(database);
  const url = start({
    tokens: TOKENS,
    ops: STATEMENT_OPS,
    machine: host,
    people: { find: () => PAT },
  });
  const of = (role: string) => apiOf(url, `a-long-enough-token-${role}`);
  const pat = apiOf(url, 'prl_person_pat');
  return { database, pat, admin: of('admin'), read: of('read'), ads: of('ads') };
}

const PATH = `/api/publishers/${encodeURIComponent(PUBLISHER.id)}/statements/${MONTH}`;

const reasonIn = async (response: Response) =>
  ((await response.json()) as ErrorBody).error.details.reason;

describe('the admin port', () => {
  test('closes a month for an admin alone, once', async () => {
    const { admin, read, ads, database } = await port();
    for (const api of [read, ads]) {
      expect((await api.call('POST', `/api/statements/${MONTH}/close`)).status).toBe(403);
    }
    const closed = await (await admin.call('POST', `/api/statements/${MONTH}/close`)).json();
    expect(closed).toMatchObject({ month: MONTH, closedBy: 'the-admin' });
    const again = await admin.call('POST', `/api/statements/${MONTH}/close`);
    expect([again.status, await again.json()]).toEqual([200, closed]);
    const [audit] = await database.query('select who, role, action, kind, id from history');
    expect(audit).toEqual({
      who: 'the-admin',
      role: 'admin',
      action: 'create',
      kind: 'closed-month',
      id: MONTH,
    });
    const { months } = (await (await read.call('GET', '/api/statements')).json()) as {
      months: readonly { month: string; state: string }[];
    };
    expect(months.at(-1)).toMatchObject({ month: MONTH, state: 'closed' });
  });

  test('shows a statement as JSON, CSV and a page whose policy lets nothing else in', async () => {
    const { read } = await port();
    const json = await read.call('GET', PATH);
    expect(await json.json()).toMatchObject({ state: 'open', account: 'pub 1/ö', total: '1.75' });
    const csv = await read.call('GET', `${PATH}?format=csv`);
    expect(csv.headers.get('content-disposition')).toBe(
      `attachment; filename="parley-${MONTH}-pub1.csv"`,
    );
    expect(await csv.text()).toContain('total,,1.75,,1.75,USD');
    const page = await read.call('GET', `${PATH}?format=html`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toBe(PAGE_POLICY);
    const wrong = await read.call('GET', `${PATH}?format=pdf`);
    expect([wrong.status, await reasonIn(wrong)]).toEqual([
      400,
      'expected one of "json", "csv", "html", but got "pdf"',
    ]);
    const nobody = await read.call('GET', `/api/partners/nobody/statements/${MONTH}`);
    expect(nobody.status).toBe(404);
    const list = await read.call('GET', `/api/statements/${MONTH}`);
    expect(await list.json()).toMatchObject({ state: 'open', accounts: [{ usd: '1.75' }, {}] });
  });

  test('tells a publisher neither who has closed a month nor what an open one waits for', async () => {
    const { admin, pat } = await port();
    await admin.call('POST', `/api/statements/${MONTH}/close`);
    const path = `/api/portal/statements/${MONTH}`;
    const json = await pat.call('GET', path);
    expect(await json.json()).toMatchObject({ state: 'closed', total: '1.75', closedBy: null });
    const page = await (await pat.call('GET', `${path}?format=html`)).text();
    expect(page).toMatch(/Closed on \d{4}-\d\d-\d\d\. Figures/);
    expect(page).not.toContain('the-admin');
    const listed = await pat.call('GET', '/api/portal/statements');
    const { months } = (await listed.json()) as { readonly months: readonly object[] };
    expect(months.length).toBeGreaterThan(1);
    expect(months.at(-1)).toEqual({
      month: MONTH,
      state: 'closed',
      currency: 'USD',
      total: '1.75',
    });
    const told = ['month', 'state', 'currency', 'total'];
    for (const one of months) expect(Object.keys(one)).toEqual(told);
  });

  test('adds, lists and deletes adjustments, and refuses wrong ones with the field', async () => {
    const { admin, read } = await port();
    const path = '/api/statements/adjustments';
    const value = { kind: 'correction', month: MONTH, partner: 'acme', amount: '-1', reason: 'r' };
    expect((await read.call('POST', path, value)).status).toBe(403);
    const made = await admin.call('POST', path, value);
    expect(made.status).toBe(201);
    const document = (await made.json()) as { readonly id: string };
    expect(document).toMatchObject({ partner: 'acme', amount: '-1.00', by: 'the-admin' });
    expect(await (await read.call('GET', `${path}?month=${MONTH}`)).json()).toEqual({
      adjustments: [document],
    });
    const wrong = await admin.call('POST', path, { ...value, amount: 'much' });
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toMatchObject({
      error: { details: { faults: [{ field: 'amount' }] } },
    });
    expect((await admin.call('POST', path, '{')).status).toBe(400);
    expect((await read.call('DELETE', `${path}/${document.id}`)).status).toBe(403);
    expect((await admin.call('DELETE', `${path}/${document.id}`)).status).toBe(204);
    for (const id of [document.id, 'x']) {
      expect((await admin.call('DELETE', `${path}/${id}`)).status).toBe(404);
    }
  });
});

test('what a whole exchange sells is in the draft of the month, in the currency of the config', async () => {
  const exchange = await startHere({
    auction: { timeoutMs: PATIENT_MS, defaultType: 1, rates: { EUR: 1.25 } },
    publishers: [{ id: 'pub-1', currency: 'EUR', share: 0.5 }],
  });
  const bought = await buy(exchange.port);
  await call(bought.burl ?? '');
  const month = new Date().toISOString().slice(0, 7);
  const path = `${exchange.adminUrl}/api/publishers/pub-1/statements/${month}`;
  await eventually(async () => (await fetch(path)).status === 200);
  const draft = (await (await fetch(path)).json()) as Record<string, unknown>;
  const nanos = Math.round(bought.price * 1e6) / 2;
  expect(draft).toMatchObject({
    state: 'open',
    currency: 'EUR',
    usd: usdText(BigInt(nanos)),
  });
  const refused = await fetch(`${exchange.adminUrl}/api/statements/${month}/close`, {
    method: 'POST',
  });
  expect(await reasonIn(refused)).toStartWith(`${month} is not over`);
  const { query } = await databaseOf(exchange);
  expect(await query('select currency, usd_per_unit from day_rates')).toEqual([
    { currency: 'EUR', usd_per_unit: '1.25' },
  ]);
  await exchange.stop(0);
});
