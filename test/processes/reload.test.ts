import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { eventually } from '../eventually.ts';
import { ask } from '../http/request.ts';
import { startLoad } from '../load.ts';
import { AMPLE_LIMITS, cleanUp, type Serving, serve } from '../process.ts';

const OTHERS = 'listen: { workers: 2 }\nadmin: { port: 0 }\npartners: []\n';
const withLimit = (ipPerSecond: number) =>
  `${OTHERS}${AMPLE_LIMITS.replace('ipPerSecond: 1000000', `ipPerSecond: ${ipPerSecond}`)}`;

let server: Serving;
afterAll(cleanUp);

async function limitsOf8(): Promise<ReadonlySet<string | undefined>> {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(server.port)));
  return new Set(answers.map(({ headers }) => headers.get('x-ratelimit-limit')));
}

async function requestsCounted(): Promise<number> {
  const adminUrl = /"adminUrl":"([^"]+)"/.exec(server.stdout())?.[1];
  const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
  const counts = [...metrics.matchAll(/^parley_requests_total\{.*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

test('SIGHUP under load takes over a changed file, answers and counts every request once, and refuses a bad file', async () => {
  server = await serve(withLimit(1_000_000));
  const load = startLoad(server.port, 8);
  await load.answered(200);
  writeFileSync(server.configFile, withLimit(777_777));
  process.kill(server.pid, 'SIGHUP');
  process.kill(server.pid, 'SIGHUP');
  await server.printed('"config reloaded"');
  await load.answered(200);
  const { statuses, failures } = await load.stop();
  expect(failures).toEqual([]);
  expect([...statuses.keys()]).toEqual([200]);
  expect(await limitsOf8()).toEqual(new Set(['777777']));
  const sent = 8 + (statuses.get(200) ?? 0);
  // Recorded after the reply.
  await eventually(async () => (await requestsCounted()) >= sent);
  expect(await requestsCounted()).toBe(sent);

  for (const [text, reason] of [
    ['limits: { ipPerSecond: 0 }\n', 'line 1: limits.ipPerSecond: '],
    ['limits: {\n', 'line 2: '],
    ['', 'expected at least one key'],
    [withLimit(5).replace('workers: 2', 'workers: 3'), 'listen.workers: changes only at a restart'],
    [`${withLimit(5)}redisUrl: "redis://127.0.0.1:1"\n`, 'redisUrl: changes only at a restart'],
  ] as const) {
    writeFileSync(server.configFile, text);
    process.kill(server.pid, 'SIGHUP');
    await server.printed(reason);
    expect(await limitsOf8()).toEqual(new Set(['777777']));
  }
  expect(server.stdout().match(/"config not reloaded"/g)).toHaveLength(5);
  expect(server.stdout()).not.toContain('a worker died');
});
