import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import type { RedisConfig } from '../../src/host/limits/redis-client.ts';
import { eventually } from '../eventually.ts';
import { cleanUp } from '../process.ts';
import { createCalmWindows } from '../redis/calm-windows.ts';
import { isShared, type Machine, request, shared, startMachine } from '../redis/machine.ts';
import { type RedisCluster, startCluster } from '../redis/redis-cluster.ts';
import { type RedisServer, startRedis } from '../redis/redis-server.ts';

const machines: Machine[] = [];
const running: Pick<RedisServer, 'kill'>[] = [];

async function endAll(): Promise<void> {
  for (const { agent } of machines.splice(0)) agent.close();
  for (const one of running.splice(0)) await one.kill();
}
afterEach(endAll);
afterAll(cleanUp);

async function redis(...given: Parameters<typeof startRedis>): Promise<RedisServer> {
  const started = await startRedis(...given);
  running.push(started);
  return started;
}

async function cluster(...given: Parameters<typeof startCluster>): Promise<RedisCluster> {
  const started = await startCluster(...given);
  running.push(started);
  return started;
}

async function start(...given: Parameters<typeof startMachine>): Promise<Machine> {
  const machine = await startMachine(...given);
  machines.push(machine);
  return machine;
}

const serverAt = ({ url }: RedisServer): RedisConfig => ({ kind: 'server', url });

/** Sends while the clock of the machines stands still, early in a window for which they have asked Redis. */
const inOneWindow = async (pair: readonly Machine[], send: () => void) => {
  await eventually(createCalmWindows(pair).look);
  setSystemTime(Date.now());
  try {
    send();
  } finally {
    setSystemTime();
  }
};

/** Two machines that know of each other and share every limit. */
async function pairOn(config: RedisConfig, limits = {}): Promise<readonly [Machine, Machine]> {
  const pair = [await start(config, limits), await start(config, limits)] as const;
  for (const machine of pair) {
    await shared(machine);
    await eventually(() => machine.agent.status().every((one) => one.machines === 2));
  }
  return pair;
}

describe('two machines hold one limit', () => {
  const kinds: Readonly<Record<string, () => Promise<RedisConfig>>> = {
    'through one server': async () => serverAt(await redis()),
    'through one server with a password': async () =>
      serverAt(
        await redis({
          settings: { requirepass: 'se cret' },
          url: (port) => `redis://:se%20cret@127.0.0.1:${port}`,
        }),
      ),
    'through a cluster': async () => ({ kind: 'cluster', urls: (await cluster()).urls }),
    'through a cluster with a password': async () => ({
      kind: 'cluster',
      urls: (
        await cluster({
          settings: { requirepass: 'secret', masterauth: 'secret' },
          url: (port) => `redis://:secret@127.0.0.1:${port}`,
        })
      ).urls,
    }),
  };

  async function admittedThrough(config: RedisConfig) {
    const pair = await pairOn(config, { ipPerSecond: 60, publisherPerSecond: 40 });
    const counts = { ips: 0, publisher: 0 };
    await inOneWindow(pair, () => {
      for (let i = 0; i < 50; i++) {
        for (const { limiter } of pair) {
          if (request(limiter, '10.0.0.1')) counts.ips++;
          if (request(limiter, `10.0.1.${i}`, 'p')) counts.publisher++;
        }
      }
    });
    return counts;
  }

  const admitted = new Map<string, Awaited<ReturnType<typeof admittedThrough>>>();
  // All at once, since each waits for some seconds that are calm.
  beforeAll(async () => {
    const all = Object.entries(kinds).map(async ([name, config]) => {
      admitted.set(name, await admittedThrough(await config()));
    });
    await Promise.all(all);
    await endAll();
  });

  test.each(Object.keys(kinds))('%s', (name) => {
    expect(admitted.get(name)).toEqual({ ips: 60, publisher: 40 });
  });
});

test('one server of a cluster that is gone costs its share only, and comes back by itself', async () => {
  const { nodes, urls } = await cluster();
  const [node, ...others] = nodes;
  expect(others.length).toBe(2);
  const machine = await start({ kind: 'cluster', urls });
  await shared(machine);
  const sharedNow = () => machine.agent.status().filter((one) => one.isShared).length;
  const all = sharedNow();
  await node?.kill();
  await eventually(() => sharedNow() < all);
  // None is if this process stood still: then they are leased again.
  await eventually(() => sharedNow() > 0);
  expect(request(machine.limiter, '10.0.0.1', 'p')).toBe(true);
  await node?.start();
  await eventually(() => isShared(machine));
  expect(machine.logged.filter((line) => line.startsWith('warn')).length).toBeGreaterThan(0);
});

describe('a Redis that cannot be used is a sentence, and bidding goes on', () => {
  const reasonOf = ({ agent }: Machine) =>
    agent.status().find(({ reason }) => reason)?.reason ?? '';

  async function says(config: RedisConfig, sentence: string): Promise<Machine> {
    const machine = await start(config);
    await eventually(() => reasonOf(machine).includes(sentence));
    expect(request(machine.limiter, '10.0.0.1', 'p')).toBe(true);
    // At the end of a minute, if it was out of reach for a moment before.
    await eventually(() => machine.logged.join('\n').includes(sentence));
    return machine;
  }

  test('a server of a cluster in redisUrl', async () => {
    const { nodes } = await cluster();
    const each = await Promise.all(nodes.map((node) => start(serverAt(node))));
    const refused = () => each.filter((one) => reasonOf(one).includes('part of a cluster'));
    // All but the one that has the slot of the keys.
    await eventually(() => refused().length === nodes.length - 1);
  });

  test('a plain server in redisClusterUrls', async () => {
    const { url } = await redis();
    await says({ kind: 'cluster', urls: [url] }, 'this Redis is no cluster');
  });

  test('no password, and a wrong one', async () => {
    const server = await redis({
      settings: { requirepass: 'secret' },
      url: (port) => `redis://:secret@127.0.0.1:${port}`,
    });
    const plain = `redis://127.0.0.1:${server.port}`;
    await says({ kind: 'server', url: plain }, 'wants a password');
    const wrong = `redis://:wrong@127.0.0.1:${server.port}`;
    await says({ kind: 'server', url: wrong }, 'does not accept the user or the password');
  });
});
