import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { ask, minimalWith } from '../http/request.ts';
import { AMPLE_LIMITS, cleanUp, type Serving, serve, temporaryFolder } from '../process.ts';
import { type RedisServer, startRedis } from '../redis/redis-server.ts';

/** Frequency caps on two whole machines, each with two workers, and a real Redis between them. */

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

/** Less than the two seconds within which machines tell each other. */
const TOLD_MS = 1500;

/**
 * Until the second machine knows what the first has sold. It is told in the order of the sales: a sale that is made now
 * comes after them. Most of such sales have to be known in time; a busy machine is late with some. Each conversation can
 * be asked for once: a machine that was not told yet sells, and knows it then.
 */
async function untilTold(): Promise<void> {
  let [tries, inTime] = [0, 0];
  await eventually(async () => {
    const conversation = `told-${crypto.randomUUID()}`;
    tries++;
    expect(await statusAt(0, conversation)).toBe('sold');
    await Bun.sleep(TOLD_MS);
    if ((await statusAt(1, conversation)) === 'capped') inTime++;
    return inTime > tries / 2;
  });
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
  await untilTold();
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
  await untilTold();
  expect(await statusAt(1, 'c3')).toBe('capped');
});
