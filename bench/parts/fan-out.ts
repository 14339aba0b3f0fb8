/**
 * What asking partners over HTTP costs this process: CPU per auction with 0, 1, 3 and 10 of them, with our
 * client and with `fetch`. The least of several rounds, taken in turn, since other work only adds.
 */

import { readFileSync } from 'node:fs';
import { NOTHING_SENSITIVE } from '../../src/auction/find-sensitive.ts';
import { createGate, GATE_WORDS } from '../../src/auction/gate.ts';
import { NO_RULES } from '../../src/auction/rules.ts';
import type { ReadyPartner } from '../../src/auction/solicit.ts';
import { OPENRTB } from '../../src/demand/openrtb/kind.ts';
import type { Send } from '../../src/demand/partner.ts';
import { createExchange } from '../../src/exchange/exchange.ts';
import { createPartnerClient } from '../../src/http/client/partner-client.ts';
import { ownMemory } from '../../src/limits/limit-counters.ts';
import { createMachineLimiter } from '../../src/limits/machine-limiter.ts';
import { SELLING } from '../selling.ts';
import { createFetchClient } from './fetch-client.ts';

const PARTNER_COUNTS = [0, 1, 3, 10];
const CONCURRENCY = 32;
const WARM_UP = 1000;
const AUCTIONS = 6000;
const LIMITS = { globalPerSecond: 1e6, publisherPerSecond: 1e6, ipPerSecond: 1e6 };
const ROUNDS = 3;

const CLIENTS: Readonly<Record<string, () => Send>> = {
  own: () => createPartnerClient(),
  fetch: createFetchClient,
};

const example = JSON.parse(
  readFileSync(new URL('../../examples/request.json', import.meta.url), 'utf8'),
);
const text = JSON.stringify({ ...example, test: 0, imp: [{ ...example.imp[0], ext: {} }] });
const tickMs = () => performance.now();

const DSP_COMMAND = [
  new URL('../../bin/parley', import.meta.url).pathname,
  'mock-dsp',
  '--port',
  '0',
  '--latency',
  '5-10',
];
const dsps = Array.from({ length: Math.max(...PARTNER_COUNTS) }, () =>
  Bun.spawn(DSP_COMMAND, { stdout: 'pipe' }),
);
const urls = await Promise.all(
  dsps.map(async ({ stdout }) => {
    const { value } = await stdout.getReader().read();
    const url = /http:\/\/\S+/.exec(new TextDecoder().decode(value))?.[0];
    if (url === undefined) throw new Error('the mock DSP did not say where it listens');
    return new URL('/bid', url).href;
  }),
);

function partner(url: string, send: Send): ReadyPartner {
  return {
    partner: OPENRTB.create(
      { name: url, kind: 'openrtb', url },
      { exchangeDomain: 'bench.example', defaultAuctionType: 1, currencies: ['USD'] },
    ),
    standing: { gvlId: undefined, needsConsent: false },
    gate: createGate({ words: new BigUint64Array(GATE_WORDS), nowMs: Date.now }),
    isPaused: () => false,
    send,
    connections: () => 0,
    retire() {},
  };
}

async function measure(
  count: number,
  createClient: () => Send,
): Promise<{ readonly cpuUs: number; readonly filled: number }> {
  let filled = 0;
  const partners = urls.slice(0, count).map((url) => partner(url, createClient()));
  const exchange = createExchange({
    limiter: createMachineLimiter(LIMITS, ownMemory(LIMITS), Date.now),
    locate: () => undefined,
    auction: {
      partners: () => partners,
      rulesOf: () => NO_RULES,
      rates: new Map(),
      defaultType: 1,
      timeoutMs: 500,
      findSensitive: () => NOTHING_SENSITIVE,
    },
    tickMs,
    nowMs: Date.now,
    chance: Math.random,
    newId: () => crypto.randomUUID(),
    ...SELLING,
  });
  const arrival = {
    origin: null,
    caller: '192.0.2.1',
    requestId: crypto.randomUUID(),
    isOverloaded: false,
    headers: new Headers(),
    readBody: async () => ({ text, bytes: text.length, repairs: [] }),
  };
  const run = async (auctions: number) => {
    let left = auctions;
    const loop = async () => {
      while (left-- > 0)
        if (
          typeof (await exchange({ ...arrival, arrivedMs: tickMs() }, 'strict')).outcome ===
          'string'
        )
          filled++;
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, loop));
  };
  await run(WARM_UP);
  filled = 0;
  const before = process.cpuUsage();
  await run(AUCTIONS);
  const { user, system } = process.cpuUsage(before);
  return { cpuUs: (user + system) / AUCTIONS, filled };
}

const least = new Map<string, { readonly cpuUs: number; readonly filled: number }>();
for (let round = 0; round < ROUNDS; round++) {
  for (const count of PARTNER_COUNTS) {
    for (const [client, create] of Object.entries(CLIENTS)) {
      const measured = await measure(count, create);
      const key = `${client} ${count}`;
      if (measured.cpuUs < (least.get(key)?.cpuUs ?? Number.POSITIVE_INFINITY)) {
        least.set(key, measured);
      }
    }
  }
}

process.stdout.write('partners  client  CPU per auction  CPU per partner call  filled\n');
for (const count of PARTNER_COUNTS) {
  for (const client of Object.keys(CLIENTS)) {
    const { cpuUs = 0, filled = 0 } = least.get(`${client} ${count}`) ?? {};
    const base = least.get(`${client} 0`)?.cpuUs ?? 0;
    const cells = [
      String(count).padStart(8),
      client.padEnd(6),
      `${cpuUs.toFixed(1)} µs`.padStart(15),
      (count === 0 ? '–' : `${((cpuUs - base) / count).toFixed(1)} µs`).padStart(20),
      `${((filled / AUCTIONS) * 100).toFixed(1)} %`,
    ];
    process.stdout.write(`${cells.join('  ')}\n`);
  }
}
for (const dsp of dsps) dsp.kill();
