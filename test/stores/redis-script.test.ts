import { afterAll, expect, test } from 'bun:test';
import { RedisClient } from 'bun';
import {
  LEASE_SCRIPT,
  type LeaseAsk,
  type LeaseQuestion,
  leaseArgs,
  readLease,
} from '../../src/host/limits/lease/lease-script.ts';
import { createChance } from '../chance.ts';
import { createModelRedis } from '../lease/model-redis.ts';
import { cleanUp } from '../process.ts';
import { startRedis } from '../redis/redis-server.ts';

afterAll(cleanUp);

const MS = 1500;

/** The script, with the time at which it ran: the model has to know it to the millisecond. */
const TIMED_SCRIPT = `
local server = redis
local time = server.call('TIME')
local redis = {
  call = function(name, ...)
    if name == 'TIME' then return time end
    return server.call(name, ...)
  end,
}
local function lease()
${LEASE_SCRIPT}
end
return {time[1] * 1000 + math.floor(time[2] / 1000), lease()}
`;

test('the model of the simulation answers as the script does in a real Redis', async () => {
  const redis = await startRedis();
  const client = new RedisClient(redis.url);
  const model = createModelRedis();
  const chance = createChance(3);
  const whole = (below: number) => Math.floor(chance() * below);
  const ask = (name: string): LeaseAsk => ({
    name,
    isWanted: chance() < 0.8,
    limit: 1 + whole(300),
    want: whole(80) - 30,
    heldNext: whole(40),
    reported: whole(100),
    report: chance() < 0.5 ? whole(100) : undefined,
  });
  let granted = 0;
  // Longer where this process stood still for most of the time.
  for (const endMs = Date.now() + MS; Date.now() < endMs || granted <= 10; ) {
    const question: LeaseQuestion = {
      tag: 'limits',
      machineId: `m-${whole(3)}`,
      window: Math.floor(Date.now() / 1000) + whole(3) - 1,
      asks: ['all', 'ip:10.0.0.1', 'publisher:p'].slice(whole(3)).map(ask),
    };
    const args = [TIMED_SCRIPT, ...leaseArgs(question).slice(1)];
    const [ms, said]: readonly unknown[] = await client.send('EVAL', args);
    const answer = readLease(said, question.asks.length);
    if (answer === undefined) throw new Error(`not read: ${JSON.stringify(said)}`);
    expect(model.ask(question, Number(ms))).toEqual(answer);
    granted += answer.grants.filter(({ now, next }) => now > 0 || next > 0).length;
    await Bun.sleep(2);
  }
  expect(granted).toBeGreaterThan(10);
  client.close();
  await redis.kill();
});
