import { describe, expect, test } from 'bun:test';
import type { AnswerReport } from '../../src/host/admin/admin-api.ts';
import { start } from './server.ts';

describe('the admin port', () => {
  test('refuses a web page that reaches it by a name of its own', async () => {
    const url = start();
    for (const path of ['/status', '/', '/api/session']) {
      const response = await fetch(`${url}${path}`, { headers: { host: 'rebound.example' } });
      expect(response.status).toBe(401);
    }
  });

  test('with a token, wants exactly that token', async () => {
    const url = start({ token: 'a-long-enough-token' });
    const ask = (authorization: string) => fetch(`${url}/status`, { headers: { authorization } });
    expect((await fetch(`${url}/status`)).status).toBe(401);
    expect((await ask('Bearer a-long-enough-tokem')).status).toBe(401);
    expect((await ask('Bearer a-long-enough-token')).status).toBe(200);
  });

  test('answers other paths and methods with an error body', async () => {
    const url = start();
    expect((await fetch(`${url}/nothing`)).status).toBe(404);
    expect((await fetch(`${url}/assets/nothing.js`)).status).toBe(404);
    expect((await fetch(`${url}/auctions/%E0%A4%A`)).status).toBe(404);
    expect((await fetch(`${url}/status`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${url}/api/validate`)).status).toBe(405);
  });

  test('shows a browser at an unknown path a page, with the path escaped', async () => {
    const url = start();
    const response = await fetch(`${url}/auctions/<script>`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(404);
    const page = await response.text();
    expect(page).toContain('To the first page');
    expect(page).not.toContain('<script');
  });
});

describe('a report', () => {
  const asked: unknown[] = [];
  const report: AnswerReport = (question, format) => {
    asked.push(question);
    if (question.by.includes('colour')) return { reason: 'expected no colour' };
    return format === 'csv' ? 'a,b\r\n' : '{"rows":[]}';
  };
  const nowMs = () => Date.parse('2026-11-15T12:00Z');
  const ask = (query: string) => fetch(`${start({ api: { report }, nowMs })}/api/report?${query}`);

  test('comes as JSON, or as a file that is named after it', async () => {
    const json = await ask('by=publisher,partner&from=2026-11-01&to=2026-11-08');
    expect(json.headers.get('content-type')).toBe('application/json');
    expect(await json.json()).toEqual({ rows: [] });
    const csv = await ask('by=publisher,partner&from=2026-11-01&to=2026-11-08&format=csv');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe(
      'attachment; filename="parley-publisher-partner-2026-11-01-2026-11-07.csv"',
    );
    expect(await csv.text()).toBe('a,b\r\n');
  });

  test('is of the last day unless said otherwise, and of what is asked for', async () => {
    asked.length = 0;
    await ask('by=hour&where=partner%3Dacme%3D1&where=publisher%3D');
    await ask('last=90m');
    expect(asked).toEqual([
      {
        by: ['hour'],
        where: { partner: 'acme=1', publisher: '' },
        zone: 'UTC',
        fromMs: Date.parse('2026-11-14T12:00Z'),
        toMs: nowMs(),
      },
      { by: [], where: {}, zone: 'UTC', fromMs: Date.parse('2026-11-15T10:30Z'), toMs: nowMs() },
    ]);
  });

  const REFUSED: readonly (readonly [string, string])[] = [
    ['by=colour', 'expected no colour'],
    ['by=day&from=yesterday', 'a day like 2026-11-01'],
    ['by=day&from=2026-11-08&to=2026-11-08', 'a time before to'],
    ['by=day&last=1y', 'a time like 90m, 24h or 7d'],
    ['by=day&format=xml', 'json or csv'],
    ['by=day&zone=Mars/Base', 'a time zone like UTC or Europe/Berlin'],
    ['by=day&where=partner', 'like partner=acme'],
  ];
  for (const [query, sentence] of REFUSED) {
    test(`${query} is refused with a sentence`, async () => {
      const response = await ask(query);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain(sentence);
    });
  }
});

test('a page that fails answers with an error, and HEAD like GET without a body', async () => {
  const url = start({
    api: {
      status: () => {
        throw new Error('a secret path');
      },
    },
  });
  const failed = await fetch(`${url}/status`);
  expect(failed.status).toBe(500);
  const said = await failed.text();
  expect(said).toContain('INTERNAL_ERROR');
  expect(said).not.toContain('secret');
  const head = await fetch(`${url}/`, { method: 'HEAD' });
  expect({ status: head.status, body: await head.text() }).toEqual({ status: 200, body: '' });
});

test('what is read from the database is refused in a sentence while that does not answer', async () => {
  const down = () => Promise.reject(new Error('down'));
  const url = start({ api: { report: down, campaigns: down, partners: down, feedback: down } });
  for (const path of ['report?last=1h', 'campaigns', 'partners', 'feedback?days=7']) {
    const response = await fetch(`${url}/api/${path}`);
    expect([path, response.status]).toEqual([path, 503]);
    expect(await response.text()).toContain('the database does not answer');
  }
});

test('a shared report says so in a sentence while the database does not answer, and no log has its link', async () => {
  const logged: string[] = [];
  const line = (facts: object, message: string) => {
    logged.push(`${message} ${JSON.stringify(facts)}`);
  };
  const log = { debug: line, info: line, warn: line, error: line };
  const url = start({
    sharedReport: () => Promise.reject(new Error('down')),
    log,
  });
  const answer = await fetch(`${url}/portal/report?link=prl_report_secret`);
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('The report cannot be shown at the moment');
  expect(logged.join()).not.toContain('secret');
});
