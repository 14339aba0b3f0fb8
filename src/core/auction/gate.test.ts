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
  gate.record(isSuccess ? 'success' : 'failure');
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

  test('is one for all processes of the machine: cap, breaker and probe', () => {
    const capped = gateWithClock(2);
    expect(call(capped.gate, true)).toBe('called');
    expect(call(capped.elsewhere, true)).toBe('called');
    expect(call(capped.gate, true)).toBe('qps-cap');

    const { gate, elsewhere, wait } = gateWithClock();
    for (let i = 0; i < BREAKER.callsMin; i++) call(i % 2 === 0 ? gate : elsewhere, false);
    expect([gate, elsewhere].map((one) => one.enter())).toEqual(['breaker-open', 'breaker-open']);
    wait(BREAKER.pauseMsMin);
    expect([gate, elsewhere].map((one) => one.enter())).toEqual([undefined, 'breaker-open']);
    gate.record('success');
    expect(elsewhere.breakerState()).toBe('closed');
  });

  test('sends another probe when the first was lost with its process', () => {
    const { gate, elsewhere, wait } = gateWithClock();
    for (let i = 0; i < BREAKER.callsMin; i++) call(gate, false);
    wait(BREAKER.pauseMsMin);
    expect(gate.enter()).toBeUndefined();
    wait(BREAKER.probeMsMax);
    expect(elsewhere.enter()).toBeUndefined();
  });
});
