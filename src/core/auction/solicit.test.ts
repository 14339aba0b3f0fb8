import { describe, expect, test } from 'bun:test';
import { BREAKER, createGate, GATE_WORDS } from './gate.ts';
import type {
  CallFailure,
  HttpCall,
  HttpPartner,
  HttpReply,
  Inquiry,
  Solicitation,
} from './partner.ts';
import { type Asked, type ReadyPartner, solicit } from './solicit.ts';

const STANDING = { gvlId: undefined, needsConsent: false };
const SOLICITATION = { request: { wire: { id: 'r' } }, imps: [], nowMs: 0 } as unknown;
const CALL: HttpCall = { method: 'GET', url: 'http://dsp.example/', headers: {} };
const NO_BID = { kind: 'no-bid', reason: 'nothing to sell' } as const;

type Options = {
  readonly ask?: HttpPartner['ask'];
  readonly read?: Inquiry['read'];
  readonly send?: (call: HttpCall, giveUpMs: number) => Promise<HttpReply | CallFailure>;
};

/** A partner whose adapter and connection are scripted; its gate is a real one. */
function httpPartner(options: Options = {}) {
  const { read = () => NO_BID, send = async () => ({ status: 204, text: '' }) } = options;
  const gate = createGate({
    words: new BigUint64Array(GATE_WORDS),
    nowMs: () => 1_700_000_000_000,
  });
  const ready: ReadyPartner = {
    partner: {
      kind: 'http',
      name: 'dsp',
      acceptsTest: false,
      timeoutMs: undefined,
      qpsMax: undefined,
      ask: options.ask ?? (() => ({ calls: [CALL], read })),
    },
    standing: STANDING,
    isPaused: () => false,
    gate,
    send,
    connections: () => 0,
    retire() {},
  };
  return { ready, gate };
}

async function ask(ready: ReadyPartner, remainingMs = 100): Promise<Asked | undefined> {
  const [asked] = await solicit({
    partners: [ready],
    solicitations: [SOLICITATION as Solicitation],
    endsMs: remainingMs,
    traceparent: undefined,
    tickMs: () => 0,
  });
  return asked;
}

describe('the time of a call', () => {
  test('a partner is not asked with less than 10 ms of its own', async () => {
    let asked = 0;
    const { ready } = httpPartner({
      ask: () => {
        asked++;
        return { calls: [CALL], read: () => NO_BID };
      },
    });
    expect((await ask(ready, 14.99))?.answer).toEqual({ kind: 'skipped', reason: 'no-time' });
    expect(asked).toBe(0);
    expect((await ask(ready, 15))?.answer).toEqual(NO_BID);
  });
});

describe('a partner that fails', () => {
  test('opens its breaker by failed calls and by errors of its server', async () => {
    for (const result of [{ failure: 'connection refused' }, { status: 500, text: '' }]) {
      const { ready, gate } = httpPartner({ send: async () => result });
      for (let i = 0; i < BREAKER.callsMin; i++) await ask(ready);
      expect(gate.breakerState()).toBe('open');
      expect((await ask(ready))?.answer).toEqual({ kind: 'skipped', reason: 'breaker-open' });
    }
  });

  test('fails alone where its adapter throws, on asking or on reading', async () => {
    const broken = () => {
      throw new Error('a bug');
    };
    const answer = { kind: 'failed', reason: 'the adapter threw: a bug' } as const;
    expect((await ask(httpPartner({ ask: broken }).ready))?.answer).toEqual(answer);
    expect((await ask(httpPartner({ read: broken }).ready))?.answer).toEqual(answer);
  });
});
