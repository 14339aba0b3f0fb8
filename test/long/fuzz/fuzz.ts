import fc from 'fast-check';
import type { FuzzInput } from './input.ts';
import { type FuzzTarget, send } from './send.ts';

export type Finding = { readonly input: FuzzInput; readonly why: string };

export type FuzzOptions = {
  readonly target: FuzzTarget;
  readonly inputFrom: fc.Arbitrary<FuzzInput>;
  readonly seed: number;
  readonly inputs: number;
};

/** Making an input smaller stops here: a small one is for people, the first one is proof enough. */
const SHRINK_MS_MAX = 60_000;

/** Sends so many inputs of this seed; returns the smallest that gets a wrong answer, if any does. */
export async function fuzz(options: FuzzOptions): Promise<Finding | undefined> {
  const { target, inputFrom, seed, inputs } = options;
  const property = fc.asyncProperty(inputFrom, async (input) => {
    const fault = await send(target, input);
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
