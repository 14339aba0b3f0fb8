import { afterAll, expect, test } from 'bun:test';
import { DAY_MS } from '../../src/lib/day.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { openLink, sendDueReports } from '../../src/parts/reports/send.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { AT_MS } from '../ledger/samples.ts';
import { cleanUp } from '../process.ts';
import { savedIn, sellTo, VIEW } from './support.ts';

afterAll(cleanUp);

const ONE = 'GET /api/saved-reports/{report}';
const REPLACE = 'PUT /api/saved-reports/{report}';
const SHARE = 'POST /api/saved-reports/{report}/links';

const DAILY = { every: 'daily', hour: 7, zone: 'Europe/Berlin', webhook: 'warehouse' } as const;

onEachDatabase(({ open }) => {
  async function newSaved(definition: object = VIEW) {
    const database = await open();
    await sellTo(database);
    const saved = savedIn(database);
    const made = await saved.ask('POST /api/saved-reports', { body: definition });
    expect(made.status).toBe(201);
    const input = { report: made.body.id };
    /** Replaces it in the revision that it has now. */
    const replace = async (body: object) => {
      const etag = (await saved.ask(ONE, { input })).headers.get('etag') ?? '';
      return saved.ask(REPLACE, { input, body, headers: { 'if-match': etag } });
    };
    const due = () => sendDueReports(saved.host);
    return { ...saved, database, id: made.body.id as string, input, replace, due };
  }

  test('a report is listed, replaced in the revision that was seen, and deleted with its links', async () => {
    const { ask, input, replace, host } = await newSaved();
    const link = await ask(SHARE, { input, body: { days: 7 } });
    const secret = new URL(link.body.url).searchParams.get('link') ?? '';
    expect((await ask(REPLACE, { input, body: VIEW })).status).toBe(428);
    const stale = { input, body: VIEW, headers: { 'if-match': '"1"' } };
    expect((await ask(REPLACE, stale)).body.error.code).toBe('CHANGED_MEANWHILE');
    expect((await replace({ ...VIEW, name: 'Boots', schedules: [DAILY] })).status).toBe(200);
    const { rows, total } = (await ask('GET /api/saved-reports', { caller: 'rita' })).body;
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({ definition: { name: 'Boots' }, changedBy: 'ann' });
    expect(rows[0].links).toHaveLength(1);
    expect(
      (await ask('GET /api/saved-reports', { input: { query: { find: 'boo' } } })).body.total,
    ).toBe(1);
    expect(
      (await ask('GET /api/saved-reports', { input: { query: { find: 'no text has this' } } })).body
        .total,
    ).toBe(0);
    expect((await ask('DELETE /api/saved-reports/{report}', { input })).status).toBe(204);
    expect((await ask(ONE, { input })).status).toBe(404);
    expect(openLink(host, secret)).toBeUndefined();
    const history = await ask('GET /api/saved-reports/{report}/history', { input });
    expect(history.body.rows.map(({ action }: { action: string }) => action)).toEqual([
      ...['delete', 'change', 'link', 'create'],
    ]);
  });

  test('a call that is repeated with its key is made once, and its key is good for no other body', async () => {
    const { ask } = await newSaved();
    const headers = { 'idempotency-key': 'k' };
    const make = (name: string) =>
      ask('POST /api/saved-reports', { body: { ...VIEW, name }, headers });
    const both = await Promise.all([make('Once'), make('Once')]);
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
    expect((await make('Other')).body.error.code).toBe('KEY_USED');
    expect((await ask('GET /api/saved-reports')).body.total).toBe(2);
  });

  test('what no report could answer is refused with its field, as are names and terms out of bounds', async () => {
    const { ask, input, replace } = await newSaved();
    const create = (body: object) => ask('POST /api/saved-reports', { body });
    const share = (body: object) => ask(SHARE, { input, body });
    const refused = await Promise.all([
      create({ name: 'x', query: 'by=colour' }),
      create({ name: 'x', query: 'by=day&last=soon' }),
      create({ name: ' ', query: 'by=day' }),
      replace({ ...VIEW, schedules: [{ ...DAILY, hour: 24 }] }),
      replace({ ...VIEW, schedules: [DAILY, DAILY] }),
      share({}),
      share({ days: 367 }),
      share({ days: 1, columns: ['secrets'] }),
      ask('POST /api/saved-reports/{report}/send', { input, body: { webhook: 'chat' } }),
    ]);
    expect(refused.map(({ status, body }) => [status, body.error.details.faults[0].field])).toEqual(
      [
        ...[
          [422, 'query'],
          [422, 'query'],
          [422, 'name'],
        ],
        ...[
          [422, 'schedules[0].hour'],
          [422, 'schedules[1]'],
        ],
        ...[
          [422, 'days'],
          [422, 'days'],
          [422, 'columns[0]'],
          [422, 'webhook'],
        ],
      ],
    );
    const nobody = { input: { report: 'nobody' }, body: { days: 1 } };
    expect((await ask(SHARE, nobody)).status).toBe(404);
    expect((await ask(SHARE, { input, body: { days: 1 }, caller: 'rita' })).status).toBe(403);
  });

  test('a schedule sends each period once, whichever machines look, with a checksum of its file', async () => {
    const { host, newHost, due, messages, at, database, id } = await newSaved({
      ...VIEW,
      schedules: [DAILY],
    });
    await due();
    // AT_MS is 3 November 2026; 06:00 in UTC is 7 in Berlin.
    at('2026-11-04T05:59Z');
    await due();
    expect(await messages()).toEqual([]);
    at('2026-11-04T06:00Z');
    const others = [newHost(), newHost()];
    for (const one of others) (await one.records.read(database.query)).takeIn();
    await Promise.all([host, ...others].map(sendDueReports));
    await due();
    const [message, ...more] = await messages();
    expect(more).toEqual([]);
    const checksum = new Bun.CryptoHasher('sha256').update(message.csv).digest('hex');
    expect(message).toMatchObject({
      recipient: 'webhook/warehouse',
      to: '2026-11-04T06:00:00.000Z',
      kind: 'report',
      id: `${id}/daily 7 Europe/Berlin warehouse/2026-11-04`,
      name: VIEW.name,
      from: '2026-11-03T06:00:00.000Z',
      rows: 1,
      isCut: false,
      sha256: checksum,
    });
    expect(message.csv).toContain('cr-1,');
  });

  test('after days without a machine, the last period alone is made up for; a paused one is not', async () => {
    const schedules = [DAILY];
    const { ask, input, replace, due, messages, at } = await newSaved({ ...VIEW, schedules });
    at('2026-11-10T12:00Z');
    await due();
    await replace({ ...VIEW, schedules: [{ ...DAILY, isPaused: true }] });
    at('2026-11-12T12:00Z');
    await due();
    await replace({ ...VIEW, schedules });
    await due();
    await ask('POST /api/saved-reports/{report}/send', { input, body: { webhook: 'warehouse' } });
    const days = (await messages()).map(({ to }) => to.slice(0, 10)).toSorted();
    expect(days).toEqual(['2026-11-10', '2026-11-12']);
    await replace(VIEW);
    at('2026-11-20T12:00Z');
    await due();
    expect(await messages()).toHaveLength(2);
  });

  test('a link opens its report until it expires, with the columns that were chosen, and is stored as a hash', async () => {
    const { ask, input, host, database, at } = await newSaved();
    const { url } = (await ask(SHARE, { input, body: { days: 7 } })).body;
    const secret = new URL(url).searchParams.get('link') ?? '';
    // 256 random bits in base64url.
    expect(secret).toMatch(/^prl_report_[\w-]{43}$/);
    const stored = JSON.stringify(await database.query('select * from records'));
    expect(stored).not.toContain(secret.slice(-20));
    expect(JSON.stringify((await ask(ONE, { input })).body)).not.toContain('hash');
    const opened = openLink(host, secret);
    expect(opened?.columns).toEqual(['impressions', 'clicks', 'spend_usd']);
    const answer = await opened?.run();
    if (answer === undefined || answer instanceof Refusal) throw new Error('no report');
    expect(answer.report.rows.map(({ keys }) => keys)).toEqual([['cr-1']]);
    expect(openLink(host, `${secret}x`)).toBeUndefined();
    at(new Date(AT_MS + 7 * DAY_MS).toISOString());
    expect(openLink(host, secret)).toBeUndefined();
  });
});
