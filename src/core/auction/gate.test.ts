import { describe, expect, test } from 'bun:test';
import { BREAKER, createGate, GATE_WORDS, IN_FLIGHT_MAX } from './gate.ts';

function gateWithClock(qpsMax?: number) {
  let now = 1_700_000_000_000;
  const words = new BigUint64Array(GATE_WORDS);
  const nowMs = () => now;
  const created = () => {
    const gate = createGate({ words, nowMs });
    return { ...gate, enter: () => gate.enter(qpsMax) };
  };
  const gate = created();
  /** The same partner as another process of the machine sees it. */
  const elsewhere = created();
  return { gate, elsewhere, wait: (ms: number) => (now += ms) };
}

function call(gate: ReturnType<typeof gateWithClock>['gate'], isSuccess: boolean) {
  const refusal = gate.enter();
  if (refusal !== undefined) return refusal;
  gate.leave();
  gate.record(isSuccess);
  return 'called';
}

describe('the gate of a partner', () => {
  test('lets no more calls through than may be under way at once', () => {
    const { gate } = gateWithClock();
    for (let i = 0; i < IN_FLIGHT_MAX; i++) expect(gate.enter()).toBeUndefined();
    expect(gate.enter()).toBe('in-flight-cap');
    gate.leave();
    expect(gate.enter()).toBeUndefined();
  });

  test('opens when half of at least twenty calls fail, and not before', () => {
    const { gate } = gateWithClock();
    for (let i = 0; i < BREAKER.callsMin - 1; i++) expect(call(gate, i % 2 === 0)).toBe('called');
    expect(gate.breakerState()).toBe('closed');
    call(gate, false);
    expect(call(gate, true)).toBe('breaker-open');
  });

  test('has one cap for all processes of the machine', () => {
    const { gate, elsewhere } = gateWithClock(2);
    expect(call(gate, true)).toBe('called');
    expect(call(elsewhere, true)).toBe('called');
    expect(call(gate, true)).toBe('qps-cap');
  });

  test('sends one probe after a pause, which closes it or doubles the pause; a lost one is sent again', () => {
    const { gate, wait } = gateWithClock();
    for (let i = 0; i < BREAKER.callsMin; i++) call(gate, false);
    expect(gate.enter()).toBe('breaker-open');
    wait(BREAKER.pauseMsMin);
    expect([gate.enter(), gate.enter()]).toEqual([undefined, 'breaker-open']);
    wait(BREAKER.probeMsMax);
    expect(call(gate, false)).toBe('called');
    wait(2 * BREAKER.pauseMsMin - 1);
    expect(gate.enter()).toBe('breaker-open');
    wait(1);
    expect(call(gate, true)).toBe('called');
    expect(gate.breakerState()).toBe('closed');
    for (let i = 1; i < BREAKER.callsMin; i++) expect(call(gate, false)).toBe('called');
  });

  test('forgets failures that are two spans old', () => {
    const { gate, wait } = gateWithClock();
    for (let i = 1; i < BREAKER.callsMin; i++) call(gate, false);
    wait(2 * BREAKER.spanMs);
    expect(call(gate, false)).toBe('called');
    expect(gate.breakerState()).toBe('closed');
  });
});
