import { expect, test } from 'bun:test';
import { NOTHING_SENSITIVE } from '../auction/find-sensitive.ts';
import { createGate, GATE_WORDS } from '../auction/gate.ts';
import { NO_RULES } from '../auction/rules.ts';
import type { ReadyPartner } from '../auction/solicit.ts';
import { NoBid } from '../openrtb/no-bid.ts';
import { createExchange, type ExchangeParts, REPLY_MARGIN_MS } from './exchange.ts';
import type { Endpoint } from './receive.ts';

const LIMIT = { scope: 'global', limit: 10, remaining: 9, resetSec: 1 } as const;
const ADMITTED = { isAdmitted: true, state: LIMIT };

const BODY = JSON.stringify({
  id: 'r',
  tmax: 100,
  imp: [{ id: '1', native: { request: '{"assets":[{"id":1,"title":{"len":50}}]}' } }],
});

/** A partner that notes how long it was given, and never bids. */
function timedPartner(told: number[]): ReadyPartner {
  return {
    partner: {
      kind: 'http',
      name: 'dsp',
      acceptsTest: false,
      timeoutMs: undefined,
      qpsMax: undefined,
      ask(_, remainingMs) {
        told.push(remainingMs);
        return { kind: 'no-bid', reason: 'nothing to sell' };
      },
    },
    standing: { gvlId: undefined, needsConsent: false },
    isPaused: () => false,
    gate: createGate({ words: new BigUint64Array(GATE_WORDS), nowMs: () => 0 }),
    send: async () => ({ status: 204, text: '' }),
    connections: () => 0,
    retire() {},
  };
}

/** The exchange on a clock that shows the given times, one after the other, and then the last. */
async function bidAt(
  ticks: readonly number[],
  timeoutMs = 500,
  { endpoint = 'strict' as Endpoint, sell = (() => []) as ExchangeParts['sell'] } = {},
): Promise<readonly number[]> {
  const told: number[] = [];
  const left = [...ticks];
  const parts: ExchangeParts = {
    limiter: { admit: () => ADMITTED, settle: () => ADMITTED, look: () => LIMIT },
    locate: () => undefined,
    placementsOf: () => new Set(),
    authorize: () => undefined,
    auction: {
      partners: () => [timedPartner(told)],
      rulesOf: () => NO_RULES,
      rates: new Map(),
      defaultType: 1,
      timeoutMs,
      findSensitive: () => NOTHING_SENSITIVE,
    },
    tickMs: () => (left.length > 1 ? left.shift() : left[0]) ?? 0,
    nowMs: () => 0,
    chance: () => 0,
    newId: () => 'id',
    sell,
    recorder: { auction() {}, refusal() {}, withoutNative() {} },
    onRecordError: () => {},
  };
  const { outcome } = await createExchange(parts)(
    {
      origin: null,
      caller: '127.0.0.1',
      requestId: 'request',
      arrivedMs: parts.tickMs(),
      isOverloaded: false,
      headers: new Headers(),
      readBody: async () => ({ text: BODY, bytes: BODY.length, repairs: [] }),
    },
    endpoint,
  );
  expect(outcome).toBeInstanceOf(NoBid);
  return told;
}

const NETWORK_MS = 5;

test('of tmax, 30 ms are kept for the reply and 5 ms for the network (ruling 28)', async () => {
  expect(await bidAt([1000])).toEqual([65]);
});

test('the time that passed since the arrival, as in the queue, is taken off the partners’', async () => {
  expect(await bidAt([1000, 1020])).toEqual([80 - REPLY_MARGIN_MS - NETWORK_MS]);
});

test('a caller of the strict endpoint calls every notice, and one of the other trackers alone', async () => {
  const noticeUrls: string[] = [];
  const sell: ExchangeParts['sell'] = (_, context) => {
    noticeUrls.push(context.noticeUrls);
    return [];
  };
  for (const endpoint of ['strict', 'repairing'] as const)
    await bidAt([1000], 500, { endpoint, sell });
  expect(noticeUrls).toEqual(['all', 'trackers-only']);
});
