/** One server of the ladder, by its name as the argument. */

import { edenGC } from 'bun:jsc';
import { NOTHING_SENSITIVE } from '../../src/auction/find-sensitive.ts';
import { NO_RULES } from '../../src/auction/rules.ts';
import type { ReadyPartner } from '../../src/auction/solicit.ts';
import { createExchange, type Exchange, type Settled } from '../../src/exchange/exchange.ts';
import { receive } from '../../src/exchange/receive.ts';
import { createFindCaller } from '../../src/http/caller.ts';
import { createPublicPort } from '../../src/http/public-port.ts';
import { startServer } from '../../src/http/server.ts';
import { createAdmissionQueue } from '../../src/limits/admission-queue.ts';
import { ownMemory } from '../../src/limits/limit-counters.ts';
import { createMachineLimiter } from '../../src/limits/machine-limiter.ts';
import type { Sold } from '../../src/notices/sell.ts';
import { house, NOW_MS, shop } from '../demand/embedded.ts';
import { bodiesOf } from '../requests.ts';
import { SELLING } from '../selling.ts';
import { type Rung, TWICE } from './rungs.ts';

const PER_SECOND = 200_000;
const LIMITS = {
  globalPerSecond: PER_SECOND,
  publisherPerSecond: PER_SECOND,
  ipPerSecond: PER_SECOND,
};
const limiter = createMachineLimiter(LIMITS, ownMemory(LIMITS), Date.now);
const tickMs = () => performance.now();
const newId = () => crypto.randomUUID();

const reception = {
  limiter,
  locate: () => undefined,
  authorize: () => undefined,
};

function exchangeWith(partners: readonly ReadyPartner[], sell = SELLING.sell): Exchange {
  return createExchange({
    ...SELLING,
    ...reception,
    sell,
    auction: {
      partners: () => partners,
      rulesOf: () => NO_RULES,
      rates: new Map<string, number>(),
      defaultType: 1,
      timeoutMs: 500,
      findSensitive: () => NOTHING_SENSITIVE,
    },
    tickMs,
    nowMs: () => NOW_MS,
    chance: Math.random,
    newId,
  });
}

/** The first ad that is sold, sold again and again. */
function sellOnce(): typeof SELLING.sell {
  let first: readonly Sold[] = [];
  return (wins, context) => {
    if (first.length === 0) first = SELLING.sell(wins, context);
    return wins.length === 0 ? [] : first;
  };
}

const whole = exchangeWith([house, shop]);

/** An answer of the whole exchange, to be given by servers that make none. */
async function someAnswer(): Promise<Settled> {
  const [text = ''] = bodiesOf();
  return whole(
    {
      origin: null,
      caller: '192.0.2.1',
      requestId: newId(),
      arrivedMs: tickMs(),
      isOverloaded: false,
      headers: new Headers(),
      readBody: async () => ({ text, bytes: text.length, repairs: [] }),
    },
    'strict',
  );
}

// The offers of the product search are known after the first request.
await someAnswer();
const prepared = await someAnswer();

const EXCHANGES: Readonly<Record<Rung | typeof TWICE, Exchange>> = {
  frame: async ({ readBody }, endpoint) => {
    await readBody(endpoint);
    return prepared;
  },
  receive: async (arrival, endpoint) => {
    const { limit } = await receive(arrival, endpoint, reception);
    return { ...prepared, limit };
  },
  'no-partners': exchangeWith([]),
  unsigned: exchangeWith([house, shop], sellOnce()),
  unrecorded: whole,
  [TWICE]: async (arrival, endpoint) => {
    const body = await arrival.readBody(endpoint);
    const readBody = async () => body;
    await whole({ ...arrival, readBody }, endpoint);
    return whole({ ...arrival, readBody }, endpoint);
  },
};

const [, , name = ''] = process.argv;
if (!(name in EXCHANGES))
  throw new Error(`expected one of ${Object.keys(EXCHANGES).join(', ')}, but got "${name}"`);
const bid = EXCHANGES[name as keyof typeof EXCHANGES];
const findCaller = createFindCaller([]);
const publicPort = createPublicPort({
  service: () => ({
    bid,
    receiveNotice: () => Promise.reject(new Error('no notices here')),
    receiveConversion: () => Promise.reject(new Error('no conversions here')),
    findCaller,
    lookAtLimits: limiter.look,
    isSelling: () => true,
    documents: { find: () => undefined, paths: [] },
    findPicture: () => 'unknown',
    answerBuyer: undefined,
    noBidDetails: {},
  }),
  admissionQueue: createAdmissionQueue({
    waitMsMax: 120,
    tickMs,
    afterIteration: setImmediate,
    collectGarbage: edenGC,
  }),
  tickMs,
  newId,
  onError(error) {
    throw error;
  },
});
const { port } = startServer({
  host: '127.0.0.1',
  port: 0,
  isShared: false,
  publicPort,
  tls: undefined,
});
process.on('SIGINT', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
process.stdout.write(`listening on http://localhost:${port}\n`);
