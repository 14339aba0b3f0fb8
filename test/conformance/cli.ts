/** `npm run conformance -- http://host`: every case against any server that claims the spec. */
import { readCases } from './case.ts';
import { runCase } from './run-case.ts';

const [baseUrl] = process.argv.slice(2);
if (baseUrl === undefined || !URL.canParse(baseUrl)) {
  process.stderr.write('Usage: npm run conformance -- http://localhost:8080\n');
  process.exit(2);
}

const reached = await fetch(baseUrl).catch((error: unknown) => error as Error);
if (reached instanceof Error) {
  process.stderr.write(`No server answers at ${baseUrl}: ${reached.message}\n`);
  process.exit(1);
}

let passed = 0;
let failed = 0;
for (const { name, cases } of readCases()) {
  for (const testCase of cases) {
    const faults = await runCase(baseUrl, testCase).catch((error: unknown) => [String(error)]);
    if (faults.length === 0) {
      passed++;
      continue;
    }
    failed++;
    process.stdout.write(`FAILED  ${name}: ${testCase.name}\n`);
    for (const fault of faults) process.stdout.write(`        ${fault}\n`);
  }
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
