import { expect, test } from 'bun:test';
import { createPulse, PULSE_MS } from './pulse.ts';

function pulseAt() {
  let now = 0;
  const pulse = createPulse(() => now);
  const beatAfter = (ms: number) => {
    now += ms;
    pulse.beat();
  };
  return { pulse, beatAfter };
}

test('a timer that fires late by 40 ms is a delay of 40 ms', () => {
  const { pulse, beatAfter } = pulseAt();
  beatAfter(PULSE_MS);
  expect(pulse.delayMs()).toBe(0);
  beatAfter(PULSE_MS + 40);
  beatAfter(PULSE_MS);
  expect(pulse.delayMs()).toBe(40);
});

test('a delay is reported for 10 seconds at least, and no longer than 20', () => {
  const { pulse, beatAfter } = pulseAt();
  beatAfter(PULSE_MS + 40);
  for (let i = 0; i < 110; i++) beatAfter(PULSE_MS);
  expect(pulse.delayMs()).toBe(40);
  for (let i = 0; i < 110; i++) beatAfter(PULSE_MS);
  expect(pulse.delayMs()).toBe(0);
});
