import fc from 'fast-check';
import { hostileInput } from './hostile-input.ts';
import type { FuzzInput } from './input.ts';
import { sendToBoth } from './send.ts';

export type Finding = { readonly input: FuzzInput; readonly why: string };

export type FuzzOptions = {
  readonly url: string;
  readonly seed: number;
  readonly inputs: number;
};

/** Making an input smaller stops here: a small one is for people, the first one is proof enough. */
const SHRINK_MS_MAX = 60_000;

/** Sends so many inputs of this seed; returns the smallest that gets a wrong answer, if any does. */
export async function fuzz({ url, seed, inputs }: FuzzOptions): Promise<Finding | undefined> {
  const property = fc.asyncProperty(hostileInput, async (input) => {
    const fault = await sendToBoth(url, input);
    if (fault !== undefined) throw new Error(fault);
  });
  const result = await fc.check(property, {
    seed,
    numRuns: inputs,
    interruptAfterTimeLimit: SHRINK_MS_MAX + inputs * 100,
  });
  if (result.counterexample === null) return undefined;
  const [input] = result.counterexample;
  const { errorInstance } = result;
  return { input, why: errorInstance instanceof Error ? errorInstance.message : 'unknown' };
}
