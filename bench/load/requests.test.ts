import { expect, test } from 'bun:test';
import { FRESH_DIGITS, type Job } from './job.ts';
import { createRequests } from './requests.ts';
import { runLoad } from './run-load.ts';

const JOB: Job = {
  port: 1,
  path: '/',
  bodies: [`{"id":"a-${FRESH_DIGITS}","again":"${FRESH_DIGITS}"}`, '{"id":"é"}'],
  paths: [],
  connections: 4,
  warmUpMs: 0,
  measureMs: 100,
  ratePerSecond: null,
  serverPid: process.pid,
};

test('requests are sent in turn, each with a number of its own wherever the digits are', () => {
  const next = createRequests(JOB, 1_700_000_000_000_000);
  const bodies = Array.from({ length: 3 }, () => next().toString().split('\r\n\r\n')[1]);
  expect(bodies).toEqual([
    '{"id":"a-1700000000000001","again":"1700000000000001"}',
    '{"id":"é"}',
    '{"id":"a-1700000000000003","again":"1700000000000003"}',
  ]);
  expect(next().toString()).toContain('Content-Length: 11\r\n');
});

test.each([
  { loop: 'closed', measureMs: 100, ratePerSecond: null },
  { loop: 'closed, by wrk where it is installed', measureMs: 1000, ratePerSecond: null },
  { loop: 'open', measureMs: 200, ratePerSecond: 2000 },
])('no two requests of a run have the same id: $loop', async ({ measureMs, ratePerSecond }) => {
  const ids: string[] = [];
  await using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      ids.push(((await request.json()) as { readonly id: string }).id);
      return new Response('');
    },
  });
  const bodies = JOB.bodies.slice(0, 1);
  const port = server.port ?? 0;
  const report = await runLoad({ ...JOB, bodies, port, measureMs, ratePerSecond });
  expect(report.answers).toBeGreaterThan(20);
  expect(report.unanswered).toBe(0);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^a-\d{16}$/.test(id))).toEqual([]);
});
