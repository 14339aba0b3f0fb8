import { afterAll, expect, test } from 'bun:test';
import { ask, minimalWith } from '../http/request.ts';
import { cleanUp } from '../process.ts';
import { startRedis } from '../redis/redis-server.ts';
import { startFrom } from '../start-from.ts';

afterAll(cleanUp);

/** A publisher that is busy in a second is leased from the second after the next. */
const LEASED_SEC = 2;

test('two machines hold one limit through Redis, and go on without it', async () => {
  const redis = await startRedis();
  const config = `redisUrl: ${redis.url}\nlimits: { ipPerSecond: 1000000, publisherPerSecond: 60 }\n`;
  const machines = [await startFrom(config), await startFrom(config)];
  for (const machine of machines) {
    await machine.said('limits are shared through Redis');
    expect((await ask(machine.port)).status).toBe(200);
  }
  // Alone, each would let its fifty through. A second that turns while they are sent says nothing.
  const second = () => Math.floor(Date.now() / 1000);
  for (let refused = 0, round = 0; refused === 0; round++) {
    // A publisher that is busy is leased a while later: then each machine has a part by what it used.
    const body = minimalWith({ 'site.publisher.id': `publisher-${round}` });
    await Bun.sleep(1000 - (Date.now() % 1000));
    const sentIn = second();
    const answers = await Promise.all(
      machines.flatMap(({ port }) => Array.from({ length: 50 }, () => ask(port, { body }))),
    );
    if (second() - sentIn >= LEASED_SEC) continue;
    refused = answers.filter(({ status }) => status === 429).length;
    expect(answers.length - refused).toBeGreaterThanOrEqual(60);
  }

  await redis.kill();
  for (const machine of machines) {
    await machine.said('Redis is unusable');
    expect((await ask(machine.port)).status).toBe(200);
  }
});
