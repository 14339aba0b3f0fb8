import { afterAll, expect, test } from 'bun:test';
import { onEachDatabase } from '../ledger/each-database.ts';
import { AT_MS } from '../ledger/samples.ts';
import { cleanUp } from '../process.ts';
import { savedIn, sellTo } from './support.ts';

afterAll(cleanUp);

onEachDatabase(({ open }) => {
  async function newReport() {
    const database = await open();
    await sellTo(database);
    const { ask } = savedIn(database);
    return (query: object) => ask('GET /api/report', { input: { query } });
  }

  test('a report comes as JSON, or as a file that is named after it', async () => {
    const ask = await newReport();
    const query = { by: 'publisher,creative', from: '2026-11-01', to: '2026-11-08' };
    const json = await ask(query);
    expect(json.headers.get('content-type')).toStartWith('application/json');
    expect(json.body.rows).toMatchObject([{ creative: 'cr-1', impressions: 3 }]);
    const csv = await ask({ ...query, format: 'csv' });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe(
      'attachment; filename="parley-publisher-creative-2026-11-01-2026-11-07.csv"',
    );
    expect(csv.body).toContain('cr-1');
  });

  test('it is of the last day unless said otherwise, and of what is asked for', async () => {
    const ask = await newReport();
    const { from, to } = (await ask({ by: 'hour' })).body;
    expect([Date.parse(from), Date.parse(to)]).toEqual([AT_MS - 24 * 60 * 60_000, AT_MS]);
    const where = (conditions: readonly string[]) => ask({ by: 'creative', where: conditions });
    expect((await where(['creative=cr-1', 'campaign=shoes'])).body.rows).toHaveLength(1);
    expect((await where(['creative=cr-1', 'campaign=a=b'])).body.rows).toHaveLength(0);
  });

  test('what no report can answer is refused with its field', async () => {
    const ask = await newReport();
    const refused = await Promise.all(
      [
        { by: 'colour' },
        { by: 'day', from: 'yesterday' },
        { by: 'day', from: '2026-11-08', to: '2026-11-08' },
        { by: 'day', last: '1y' },
        { by: 'day', format: 'xml' },
        { by: 'day', zone: 'Mars/Base' },
        { by: 'day', where: ['partner'] },
        { by: 'day', period: 'soon' },
        { by: 'day', compare: 'next' },
      ].map(ask),
    );
    expect(refused.map(({ status, body }) => [status, body.error.details.field])).toEqual(
      ['by', 'from', 'from', 'last', 'format', 'zone', 'where', 'period', 'compare'].map(
        (field) => [400, field],
      ),
    );
  });
});
