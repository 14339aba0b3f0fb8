/** What validation costs beside `JSON.parse` of the same body, in one run: the ratio is what to look at. */
import { readFileSync } from 'node:fs';
import { Refusal } from '../../src/openrtb/refusal.ts';
import { validate } from '../../src/openrtb/validate.ts';

const pretty = readFileSync(new URL('../../examples/request.json', import.meta.url), 'utf8');
const text = JSON.stringify(JSON.parse(pretty));
const body: unknown = JSON.parse(text);
const invalid: unknown = { ...JSON.parse(text), regs: { coppa: 2 } };

/** More native requests than are remembered, so that each is decoded anew. */
const VARIANTS = 1000;
const variants: readonly unknown[] = Array.from({ length: VARIANTS }, (_, i) => {
  const variant = JSON.parse(text);
  const { request } = variant.imp[0].native;
  variant.imp[0].native.request = request.replace('"id":1,', `"id":${1000 + i},`);
  return variant;
});
let turn = 0;

if (validate(body) instanceof Refusal) throw new Error('the example must be valid');

const ROUNDS = 15;
const CALLS = 20_000;

/** The median over the rounds: other work on the machine disturbs single rounds. */
function measure(work: () => unknown): number {
  const microseconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = Bun.nanoseconds();
    for (let call = 0; call < CALLS; call++) work();
    microseconds.push((Bun.nanoseconds() - start) / CALLS / 1000);
  }
  return microseconds.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
}

const parse = measure(() => JSON.parse(text));
const rows = [
  ['JSON.parse of the body', parse],
  ['validate, accepting', measure(() => validate(variants[turn++ % VARIANTS]))],
  ['the same, native request seen before', measure(() => validate(body))],
  ['validate, refusing (last object)', measure(() => validate(invalid))],
] as const;

process.stdout.write(
  `a request of ${text.length} bytes; median of ${ROUNDS} rounds of ${CALLS} calls\n`,
);
for (const [name, us] of rows) {
  process.stdout.write(
    `${name.padEnd(37)} ${us.toFixed(2).padStart(7)} µs  ${(us / parse).toFixed(2).padStart(6)} × JSON.parse\n`,
  );
}
