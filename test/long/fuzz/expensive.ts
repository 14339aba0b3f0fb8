import fc from 'fast-check';
import { createFlow, PARTNERS } from '../../cost/flow.ts';
import { type ExpensiveInput, expensiveInput } from './expensive-input.ts';

/** Looks for inputs that cost the exchange much more than reading them does (ruling 72). */

export type Expensive = { readonly input: ExpensiveInput; readonly why: string };

export type ServeInput = (input: ExpensiveInput) => Promise<unknown>;

/** The whole flow, with partners in this process. */
export const serveInFlow: ServeInput = ({ request, answer }) =>
  createFlow({ answer, offers: answer }).serve(request);

/** The CPU that an input may take: so many times that of `JSON.parse`, or so much more. */
const PARSES_MAX = 10;
const MORE_MS_MAX = 60;

/** The least of several is the input's own: other work of the process only adds. */
const ROUNDS = 3;

export async function findExpensive(options: {
  readonly serve: ServeInput;
  readonly seed: number;
  readonly inputs: number;
}): Promise<Expensive | undefined> {
  for (const input of fc.sample(expensiveInput, { seed: options.seed, numRuns: options.inputs })) {
    const why = await excessOf(input, options.serve);
    if (why !== undefined) return { input, why };
  }
  return undefined;
}

/** A sentence where every round takes too much CPU. */
export async function excessOf(
  input: ExpensiveInput,
  serve: ServeInput,
): Promise<string | undefined> {
  let why: string | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const parseMs = await cpuMsOf(async () => {
      JSON.parse(input.request);
      for (let partner = 0; partner < PARTNERS; partner++) JSON.parse(input.answer);
    });
    const serveMs = await cpuMsOf(() => serve(input));
    if (serveMs <= Math.max(parseMs * PARSES_MAX, parseMs + MORE_MS_MAX)) return undefined;
    why = `${serveMs.toFixed(0)} ms of CPU, where JSON.parse takes ${parseMs.toFixed(1)} ms`;
  }
  return why;
}

async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
