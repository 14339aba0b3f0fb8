import { afterEach, expect, test } from 'bun:test';
import { eventually } from '../../../../test/eventually.ts';
import { ownMemory } from '../limit-counters.ts';
import { createLeaseAgent, type LeaseAgent } from './lease-agent.ts';
import { LEASE_BYTES } from './lease-memory.ts';

const NOT_ASKED = 'it was not asked yet';
const WINDOW = 1_700_000_000;
const LIMITS = { globalPerSecond: 1000, publisherPerSecond: 1000, ipPerSecond: 1000 };

const agents: LeaseAgent[] = [];
afterEach(() => {
  for (const agent of agents.splice(0)) agent.close();
});

/** An agent whose only server answers like this. */
async function statusWith(send: (command: string, args: readonly string[]) => unknown) {
  const lease = { buffer: new ArrayBuffer(LEASE_BYTES), byteOffset: 0 };
  const open = async () => ({
    send: async (command: string, args: string[]) => send(command, args),
    close() {},
  });
  const agent = createLeaseAgent(
    { limits: LIMITS, counters: ownMemory(LIMITS), lease },
    {
      groups: [{ name: 'redis', tag: 'limits', open }],
      machineId: 'm',
      workers: 1,
      nowMs: () => WINDOW * 1000,
      log: { info() {}, warn() {} },
    },
  );
  agents.push(agent);
  await agent.ready;
  await eventually(() => agent.status()[0]?.reason !== NOT_ASKED);
  return agent.status()[0];
}

/** What the script returns at this second of Redis, to a question about the global limit. */
const answerAt = (sec: number, machines = 3) => [sec, 0, machines, machines, [], [0, 0]];

test('a clock that differs from that of Redis by more than two seconds is named', async () => {
  const reasonAt = async (sec: number) => (await statusWith(() => answerAt(sec)))?.reason;
  expect(await reasonAt(WINDOW + 2)).toBeNull();
  expect(await reasonAt(WINDOW - 2)).toBeNull();
  expect(await reasonAt(WINDOW - 3)).toBe(
    'their clocks differ (the clock of this machine is 3 s ahead of that of Redis)',
  );
  expect(await reasonAt(WINDOW + 3)).toContain('is 3 s behind that of Redis');
});

test('an answer that the script does not return is a fault', async () => {
  const answers = [
    'OK',
    [],
    [WINDOW, 0, 3, 3, []],
    [WINDOW, 0, 3, 3, [], []],
    [WINDOW, 0, 3, 3, [], [0, 0, 0, 0]],
    [WINDOW, 0, 3, 3, {}, [0, 0]],
    [-1, 0, 3, 3, [], [0, 0]],
    ['soon', 0, 3, 3, [], [0, 0]],
  ];
  const reasons = await Promise.all(
    answers.map(async (answer) => (await statusWith(() => answer))?.reason),
  );
  expect(new Set(reasons)).toEqual(new Set(['an answer that the script does not return']));
});
