import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eventually } from '../eventually.ts';
import { ask, minimalWith } from '../http/request.ts';
import { AMPLE_LIMITS, cleanUp } from '../process.ts';
import { type RedisServer, startRedis } from '../redis/redis-server.ts';
import { type Started, startFrom } from '../start-from.ts';
import { fileWith } from '../store/campaigns.ts';

/** Frequency caps on two whole machines, and a real Redis between them. */

const SHOES = {
  id: 'shoes',
  advertiser: 'Shoes',
  domain: 'shoes.example',
  cpm: 2,
  frequency: [{ of: 'campaign', per: 'conversation', within: '1d', atMost: 1 }],
  creatives: [{ id: 'card', title: 'Shoes', link: 'https://shoes.example/' }],
};

let redis: RedisServer;
let machines: readonly Started[];
beforeAll(async () => {
  redis = await startRedis();
  const config = `${AMPLE_LIMITS}redisUrl: ${redis.url}
notices: { keys: ['a key of notices that all machines share'] }
partners: [{ name: house, kind: campaigns, path: '${fileWith([SHOES])}' }]
`;
  machines = [await startFrom(config), await startFrom(config)];
  for (const machine of machines) await machine.said('limits are shared through Redis');
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

test('what one machine has sold is known to it at once, and to the other machine', async () => {
  expect(await statusAt(0, 'first-talk')).toBe('sold');
  expect(await statusAt(0, 'first-talk')).toBe('capped');
  // The stream has it, and nothing that says whose it is.
  const read = async () => JSON.stringify(await redis.command('XRANGE', 'parley:sales', '-', '+'));
  await eventually(async () => (await read()) !== '[]');
  expect(await read()).not.toMatch(/first-talk|shoes|house/);
  await untilTold();
  expect(await statusAt(1, 'first-talk')).toBe('capped');
  expect(await statusAt(1, 'c2')).toBe('sold');
});

test('without Redis each machine goes on by itself, and what was sold meanwhile is told afterwards', async () => {
  await redis.kill();
  for (const machine of machines) await machine.said('frequency caps hold on this machine alone');
  expect(await statusAt(0, 'c3')).toBe('sold');
  expect(await statusAt(0, 'c3')).toBe('capped');
  expect(await statusAt(1, 'first-talk')).toBe('capped');
  await redis.start();
  await untilTold();
  expect(await statusAt(1, 'c3')).toBe('capped');
});
