/**
 * The client for partners beside `fetch`, in one run: CPU of this process per call, new connections, and how
 * long a healthy partner takes while another one hangs. Partners are processes of their own.
 */
import type { HttpCall, Send } from '../../src/demand/partner.ts';
import { createPartnerClient } from '../../src/http/client/partner-client.ts';
import { createFetchClient } from './fetch-client.ts';

const ROUNDS = 3;
const CALLS = 8000;
const CONCURRENCY = 32;
const GIVE_UP_MS = 600;
const HUNG_IN_FLIGHT_MAX = 300;

const body = JSON.stringify({
  id: 'bench',
  imp: [{ id: '1', native: { request: 'x'.repeat(900) } }],
});
const headers = { 'content-type': 'application/json', 'accept-encoding': 'identity' };

const CLIENTS: Readonly<Record<string, () => Send>> = {
  fetch: createFetchClient,
  own: () => createPartnerClient(),
};

type Partner = {
  readonly call: HttpCall;
  readonly connections: () => Promise<number>;
  readonly stop: () => void;
};

async function startPartner(latency: string): Promise<Partner> {
  let answer: (value: number) => void = () => {};
  const next = () =>
    new Promise<number>((resolve) => {
      answer = resolve;
    });
  const port = next();
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/partner-server.ts`, latency], {
    ipc: (message) => answer(message as number),
  });
  return {
    call: { method: 'POST', url: `http://127.0.0.1:${await port}/bid`, headers, body },
    connections() {
      const count = next();
      child.send('connections');
      return count;
    },
    stop: () => child.kill(),
  };
}

const tickMs = () => performance.now();
const partner = await startPartner('5-10');
const quick = await startPartner('0');
const hung = await startPartner('hang');

/** All calls through so many at a time. */
async function run(send: Send, { call }: Partner, calls: number): Promise<void> {
  let left = calls;
  const loop = async () => {
    while (left-- > 0) {
      const reply = await send(call, GIVE_UP_MS);
      if ('failure' in reply) throw new Error(reply.failure);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loop));
}

async function cpuPerCall(send: Send, target: Partner): Promise<number> {
  await run(send, target, CALLS / 4);
  const before = process.cpuUsage();
  await run(send, target, CALLS);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

/** `size` calls every `everyMs`; what each took, and how many connections were new after the first second. */
async function paced(send: Send, rhythm: { size: number; everyMs: number; forMs: number }) {
  const took: number[] = [];
  let failed = 0;
  let inFlight = 0;
  let inFlightMax = 0;
  const one = async () => {
    const start = tickMs();
    inFlightMax = Math.max(inFlightMax, ++inFlight);
    const reply = await send(partner.call, GIVE_UP_MS);
    inFlight--;
    if ('failure' in reply) failed++;
    else took.push(tickMs() - start);
  };
  const burst = async (forMs: number) => {
    const calls: Promise<void>[] = [];
    const start = tickMs();
    while (tickMs() - start < forMs) {
      for (let i = 0; i < rhythm.size; i++) calls.push(one());
      // A beat that the machine missed is not made up for: that would be a burst of its own.
      await Bun.sleep(Math.ceil(rhythm.everyMs - ((tickMs() - start) % rhythm.everyMs)));
    }
    await Promise.all(calls);
  };
  await burst(1000);
  took.length = 0;
  const before = await partner.connections();
  await burst(rhythm.forMs);
  const opened = (await partner.connections()) - before;
  took.sort((a, b) => a - b);
  return {
    newPerSec: opened / (rhythm.forMs / 1000),
    p50: took[Math.floor(took.length * 0.5)] ?? Number.NaN,
    p99: took[Math.floor(took.length * 0.99)] ?? Number.NaN,
    failed,
    inFlightMax,
  };
}

/** The healthy partner's latency while calls to the other hang until they are given up. */
async function besideHung(create: () => Send) {
  const sendHung = create();
  let inFlight = 0;
  const timer = setInterval(() => {
    for (let i = 0; i < 10 && inFlight < HUNG_IN_FLIGHT_MAX; i++) {
      inFlight++;
      sendHung(hung.call, GIVE_UP_MS).finally(() => inFlight--);
    }
  }, 10);
  const result = await paced(create(), { size: 10, everyMs: 10, forMs: 3000 });
  clearInterval(timer);
  return result;
}

function row(name: string, client: string, text: string): void {
  process.stdout.write(`${name.padEnd(26)} ${client.padEnd(6)} ${text}\n`);
}

const cpu: Record<string, number[]> = {};
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, create] of Object.entries(CLIENTS)) {
    for (const [what, target] of Object.entries({
      'waits 5-10 ms': partner,
      'answers at once': quick,
    })) {
      const cpuUs = await cpuPerCall(create(), target);
      cpu[`${what} ${name}`] = [...(cpu[`${what} ${name}`] ?? []), cpuUs];
      row(`CPU per call, ${what}`, name, `${cpuUs.toFixed(1)} µs`);
    }
  }
}
for (const what of ['waits 5-10 ms', 'answers at once']) {
  const best = (name: string) => Math.min(...(cpu[`${what} ${name}`] ?? []));
  row(`CPU, own / fetch, ${what}`, '', (best('own') / best('fetch')).toFixed(2));
}

const RHYTHMS = {
  'smooth, 2,000 calls/s': { size: 10, everyMs: 5, forMs: 3000 },
  'bursts of 200 / 100 ms': { size: 200, everyMs: 100, forMs: 3000 },
};
type Measured = Awaited<ReturnType<typeof paced>>;

function report(
  what: string,
  client: string,
  { newPerSec, p50, p99, failed, inFlightMax }: Measured,
): void {
  const times = `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`;
  const counts = `${failed} failed, at most ${inFlightMax} at once`;
  row(what, client, `${newPerSec.toFixed(1)} new connections/s, ${times}, ${counts}`);
}

for (let round = 0; round < ROUNDS; round++) {
  for (const [what, rhythm] of Object.entries(RHYTHMS)) {
    for (const [name, create] of Object.entries(CLIENTS)) {
      report(what, name, await paced(create(), rhythm));
    }
  }
  for (const [name, create] of Object.entries(CLIENTS)) {
    report('healthy beside a hung one', name, await besideHung(create));
  }
}
for (const { stop } of [partner, quick, hung]) stop();
