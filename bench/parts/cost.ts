/**
 * What requests and answers cost whose lists and texts are filled to their bounds, beside `JSON.parse` of the same bytes:
 * the aim is ten times as much, or 60 ms more (ruling 72). CPU of the whole process, the least of several rounds. Then
 * the memory that a thousand of the most expensive kind take.
 */
import { answerOf, bidOf, OF_CALLERS, OF_PARTNERS, requestOf } from '../../test/cost/containers.ts';
import { filledAt } from '../../test/cost/fill.ts';
import { createFlow, PARTNERS } from '../../test/cost/flow.ts';
import { MANY_BIDS } from '../../test/cost/full.ts';
import { placesIn } from '../../test/cost/schema-places.ts';

const ROUNDS = 3;
const SHOWN = 15;
const REPEATS = 1000;

type Case = { readonly name: string; readonly request: string; readonly answer: string };

const ONE_BID = JSON.stringify(answerOf(bidOf()));
const SEARCHED = JSON.stringify({ ...requestOf(), site: { keywords: 'shoes' } });
const lists = `[${'[],'.repeat(340_000)}[]]`;

const CASES: readonly Case[] = [
  {
    name: 'ext.x: [[],[],…] of 1 MiB',
    request: JSON.stringify(requestOf()).replace('{', `{"ext":{"x":${lists}},`),
    answer: '',
  },
  ...OF_CALLERS.flatMap((container) =>
    placesIn(container.schema).flatMap((place) =>
      filledAt(place, container).map(({ name, text }) => ({
        name,
        request: text,
        answer: place.kind === 'list' ? MANY_BIDS : ONE_BID,
      })),
    ),
  ),
  ...OF_PARTNERS.flatMap((container) =>
    placesIn(container.schema).flatMap((place) =>
      filledAt(place, container).map(({ name, text }) => ({
        name,
        request: SEARCHED,
        answer: text,
      })),
    ),
  ),
];

async function cpuMsOf(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const only = process.argv[2];
const figures: { readonly name: string; readonly parseMs: number; readonly serveMs: number }[] = [];
for (const { name, request, answer } of CASES) {
  if (only !== undefined && !name.includes(only)) continue;
  const flow = createFlow({ answer, ...(answer === '' ? {} : { offers: answer }) });
  const parseMs = await cpuMsOf(() => {
    JSON.parse(request);
    for (let i = 0; answer !== '' && i < PARTNERS; i++) JSON.parse(answer);
  });
  figures.push({ name, parseMs, serveMs: await cpuMsOf(() => flow.serve(request)) });
}
figures.sort((a, b) => b.serveMs - b.parseMs - (a.serveMs - a.parseMs));
process.stdout.write(
  `${figures.length} inputs, the least of ${ROUNDS} rounds; the most expensive\n`,
);
process.stdout.write(`${'parse'.padStart(8)} ${'serve'.padStart(8)}  ms of CPU\n`);
for (const { name, parseMs, serveMs } of figures.slice(0, SHOWN)) {
  process.stdout.write(
    `${parseMs.toFixed(1).padStart(8)} ${serveMs.toFixed(1).padStart(8)}  ${name}\n`,
  );
}

const [worst] = CASES.filter(({ name }) => name === figures[0]?.name);
if (worst !== undefined) {
  const flow = createFlow({ answer: worst.answer });
  const megabytes = () => {
    Bun.gc(true);
    return process.memoryUsage().rss / 1024 ** 2;
  };
  for (let i = 0; i < 100; i++) await flow.serve(worst.request);
  const before = megabytes();
  for (let i = 0; i < REPEATS; i++) await flow.serve(worst.request);
  const grown = (megabytes() - before).toFixed(0);
  process.stdout.write(`${REPEATS} × ${worst.name}: ${grown} MiB more\n`);
}
process.exit(0);
