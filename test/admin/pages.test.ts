import { describe, expect, test } from 'bun:test';
import { start } from './server.ts';

describe('the admin port', () => {
  test('shows auctions and status to a caller on the machine', async () => {
    const url = start();
    expect(await (await fetch(`${url}/auctions/known`)).json()).toEqual({ id: 'known' });
    expect(await (await fetch(`${url}/auctions`)).json()).toEqual([{ id: 'known' }]);
    expect(await (await fetch(`${url}/status`)).json()).toEqual({ partners: [] });
  });

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

  test('shows a person who lost the way a page, with what they typed made harmless', async () => {
    const url = start();
    const response = await fetch(`${url}/auctions/<script>`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(404);
    const page = await response.text();
    expect(page).toContain('To the console');
    expect(page).not.toContain('<script');
  });

  test('a page that fails answers 500 and tells nothing about it', async () => {
    const url = start({
      pages: {
        status: () => {
          throw new Error('a secret path');
        },
      },
    });
    const response = await fetch(`${url}/status`);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
  });
});

describe('figures that nobody keeps', () => {
  const PATHS = [
    '/metrics',
    '/api/live',
    '/api/partners',
    '/api/campaigns',
    '/api/report',
    '/api/limits',
    '/auctions/known/request',
  ];
  for (const path of PATHS) {
    test(`${path} answers 404 with a sentence`, async () => {
      const response = await fetch(`${start()}${path}`);
      expect(response.status).toBe(404);
      expect(await response.text()).toMatch(/not kept/);
    });
  }
});

describe('figures that are kept', () => {
  test('metrics are Prometheus text', async () => {
    const url = start({ pages: { metrics: () => 'parley_up 1\n' } });
    const response = await fetch(`${url}/metrics`);
    expect(response.headers.get('content-type')).toStartWith('text/plain; version=0.0.4');
    expect(await response.text()).toBe('parley_up 1\n');
  });

  test('a partner is paused and resumed by name', async () => {
    const wishes: unknown[] = [];
    const setPaused = (name: string, isPaused: boolean) => {
      wishes.push([name, isPaused]);
      return name === 'a b';
    };
    const url = start({ pages: { setPaused } });
    const change = (path: string) => fetch(`${url}/api/partners/${path}`, { method: 'POST' });
    expect(await (await change('a%20b/pause')).json()).toEqual({ name: 'a b', isPaused: true });
    expect((await change('a%20b/resume')).status).toBe(200);
    expect((await change('nobody/pause')).status).toBe(404);
    expect((await change('a%20b/delete')).status).toBe(404);
    expect(wishes).toEqual([
      ['a b', true],
      ['a b', false],
      ['nobody', true],
    ]);
  });

  test('a report comes as JSON and as CSV that no spreadsheet runs', async () => {
    const rows = [{ keys: ['=1+1', 'a "b", c'], wins: 2, billed: 1, clicks: 0, spendUsd: 0.0015 }];
    const url = start({ pages: { report: () => ({ rows }) } });
    const query = 'by=publisher,partner&from=2026-11-01&to=2026-11-08';
    expect(await (await fetch(`${url}/api/report?${query}`)).json()).toEqual({ rows });
    expect(await (await fetch(`${url}/api/report?${query}&format=csv`)).text()).toBe(
      'publisher,partner,wins,billed,clicks,spend_usd\r\n\'=1+1,"a ""b"", c",2,1,0,0.0015\r\n',
    );
  });

  for (const query of [
    'from=2026-11-01&to=2026-11-08',
    'by=colour&from=2026-11-01&to=2026-11-08',
    'by=day&from=yesterday&to=2026-11-08',
    'by=day&from=2026-11-08&to=2026-11-08',
  ]) {
    test(`a report ${query} is refused`, async () => {
      const url = start({ pages: { report: () => ({ rows: [] }) } });
      expect((await fetch(`${url}/api/report?${query}`)).status).toBe(400);
    });
  }
});
