import { describe, expect, test } from 'bun:test';
import { op } from '../../src/host/op.ts';
import { REPORT_OPS } from '../../src/parts/reports/operations.ts';
import type { Reporting } from '../../src/parts/reports/send.ts';
import { sharedReportRoutes } from '../../src/parts/reports/shared-report.ts';
import { makeSecret } from '../../src/store/account-secret.ts';
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
    expect((await fetch(`${url}/requests/%E0%A4%A`)).status).toBe(404);
    expect((await fetch(`${url}/status`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${url}/api/validate`)).status).toBe(405);
  });

  test('shows a browser at an unknown path a page, with the path escaped', async () => {
    const url = start();
    const response = await fetch(`${url}/requests/<script>`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(404);
    const page = await response.text();
    expect(page).toContain('To the first page');
    expect(page).not.toContain('<script');
  });
});

test('a page that fails answers with an error, and HEAD like GET without a body', async () => {
  const run = () => {
    throw new TypeError('a secret path');
  };
  const url = start({ ops: [op('GET /status', { role: 'read', summary: '', run })] });
  const failed = await fetch(`${url}/status`);
  expect(failed.status).toBe(500);
  const said = await failed.text();
  expect(said).toContain('INTERNAL_ERROR');
  expect(said).not.toContain('secret');
  const head = await fetch(`${url}/`, { method: 'HEAD' });
  expect({ status: head.status, body: await head.text() }).toEqual({ status: 200, body: '' });
});

test('what is read from the database is refused in a sentence while that does not answer', async () => {
  const database = () => {
    throw new Error('down');
  };
  const machine = { database, nowMs: Date.now };
  const url = start({ ops: REPORT_OPS, machine });
  for (const path of ['report?last=1h', 'saved-reports/x/history']) {
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
  const records = () => {
    throw new Error('down');
  };
  const host = { records: { all: records }, nowMs: Date.now } as unknown as Reporting;
  const url = start({ openRoutes: sharedReportRoutes(host), log });
  const { secret: link } = makeSecret('report', 0, 'ann');
  const answer = await fetch(`${url}/portal/report?link=${link}`);
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('The report cannot be shown at the moment');
  expect(logged.join()).not.toContain(link);
});
