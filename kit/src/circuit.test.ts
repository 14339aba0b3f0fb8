import { expect, test } from 'bun:test';
import { createCircuit } from './call-exchange.ts';

function circuitAt() {
  const clock = { ms: 0 };
  return { clock, circuit: createCircuit(() => clock.ms) };
}

test('a success between failures starts the count again', () => {
  const { circuit } = circuitAt();
  circuit.failed();
  circuit.failed();
  circuit.succeeded();
  circuit.failed();
  circuit.failed();
  expect(circuit.admit()).toBe(true);
});

test('after the pause one call is let through, and its success closes the circuit', () => {
  const { circuit, clock } = circuitAt();
  for (let time = 0; time < 3; time++) circuit.failed();
  clock.ms = 1_999;
  expect(circuit.admit()).toBe(false);
  clock.ms = 2_000;
  expect(circuit.admit()).toBe(true);
  expect(circuit.admit()).toBe(false);
  circuit.succeeded();
  expect([circuit.admit(), circuit.admit()]).toEqual([true, true]);
});

test('each failed probe doubles the pause, up to a minute', () => {
  const { circuit, clock } = circuitAt();
  for (let time = 0; time < 3; time++) circuit.failed();
  const pauses: number[] = [];
  for (let time = 0; time < 7; time++) {
    const startMs = clock.ms;
    while (!circuit.admit()) clock.ms += 500;
    pauses.push(clock.ms - startMs);
    circuit.failed();
  }
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test('a probe that its caller cancelled leaves room for the next', () => {
  const { circuit, clock } = circuitAt();
  for (let time = 0; time < 3; time++) circuit.failed();
  clock.ms = 2_000;
  expect(circuit.admit()).toBe(true);
  circuit.abandoned();
  expect(circuit.admit()).toBe(true);
});
