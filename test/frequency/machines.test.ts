import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { ask, minimalWith } from '../http/request.ts';
import { AMPLE_LIMITS, cleanUp, type Serving, serve, temporaryFolder } from '../process.ts';
import { type RedisServer, startRedis } from '../redis/redis-server.ts';

/** Frequency caps on two whole machines, each with two workers, and a real Redis between them. */

setDefaultTimeout(120_000);

const CAMPAIGNS = `campaigns:
  - id: shoes
    advertiser: Shoes
    domain: shoes.example
    cpm: 2
    frequency: [{ of: campaign, per: conversation, within: 1d, atMost: 1 }]
    creatives: [{ id: card, title: Shoes, link: 'https://shoes.example/' }]
`;

let redis: RedisServer;
let machines: readonly Serving[];
beforeAll(async () => {
  redis = await startRedis();
  const file = join(temporaryFolder(), 'campaigns.yaml');
  writeFileSync(file, CAMPAIGNS);
  const config = `${AMPLE_LIMITS}redisUrl: ${redis.url}
listen: { workers: 2 }
notices: { keys: ['a key of notices that all machines share'] }
partners: [{ name: house, kind: campaigns, path: '${file}' }]
`;
  machines = [await serve(config), await serve(config)];
  for (const machine of machines) await machine.printed('frequency caps hold across machines');
});
afterAll(async () => {
  await cleanUp();
  await redis.kill();
});

async function statusAt(machine: number, conversation: string): Promise<string> {
  const body = minimalWith({ 'ext.parley.conversation': conversation, test: 0 });
  const { status, headers } = await ask(machines[machine]?.port ?? 0, { body });
  return status === 200 ? 'sold' : (headers.get('x-nobid-reason') ?? String(status));
}

test('what one machine has sold is known to all of its workers at once, and to the other machine', async () => {
  expect(await statusAt(0, 'first-talk')).toBe('sold');
  // Each request may go to either worker.
  for (let i = 0; i < 8; i++) expect(await statusAt(0, 'first-talk')).toBe('capped');
  // The stream has it, and nothing that says whose it is.
  const read = async () =>
    JSON.stringify(await redis.command('XRANGE', 'parley:{limits}:sales', '-', '+'));
  await eventually(async () => (await read()) !== '[]');
  expect(await read()).not.toMatch(/first-talk|shoes|house/);
  // A round of the other machine later. Another conversation tells when that was, and would be sold otherwise.
  const soldMs = Date.now();
  await Bun.sleep(Math.max(0, soldMs + 2000 - Date.now()));
  expect(await statusAt(1, 'first-talk')).toBe('capped');
  expect(await statusAt(1, 'c2')).toBe('sold');
});

test('without Redis each machine goes on by itself, and what was sold meanwhile is told afterwards', async () => {
  await redis.kill();
  for (const machine of machines)
    await machine.printed('frequency caps hold on this machine alone');
  expect(await statusAt(0, 'c3')).toBe('sold');
  expect(await statusAt(0, 'c3')).toBe('capped');
  expect(await statusAt(1, 'first-talk')).toBe('capped');
  await redis.start();
  await eventually(async () => {
    const told = await redis.command('XRANGE', 'parley:{limits}:sales', '-', '+');
    return Array.isArray(told) && told.length > 0;
  });
  await Bun.sleep(2000);
  expect(await statusAt(1, 'c3')).toBe('capped');
});
