/**
 * Whether answers come before `tmax` beside a bidder that hangs: of so many requests, how many were answered before
 * it, and how long before or after it the answers came. Requests come at a moderate rate; the bidder hangs on every
 * third, so that its breaker stays closed.
 */
import { bodiesOf } from '../requests.ts';
import { removeFolders, startInProcess } from '../servers.ts';

const TMAX_MS = Number(process.argv[2] ?? 150);
const PER_SECOND = Number(process.argv[3] ?? 300);
const HANGING = 500;
const EVERY = 3;
const WARM_UP = 300;

const bidder = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const { id } = (await request.json()) as { readonly id: string };
    if (id.startsWith('hang')) await Bun.sleep(1000);
    return new Response(null, { status: 204 });
  },
});
const partners = [
  { name: 'house', kind: 'campaigns', store: true } as const,
  { name: 'dsp', kind: 'openrtb', url: `http://127.0.0.1:${bidder.port}/` } as const,
];
const parley = await startInProcess({ workers: 1, partners });
const [body = ''] = bodiesOf({ anyFormat: true });
const request = JSON.parse(body) as object;

let refused = 0;

async function tookMs(id: string): Promise<number> {
  const text = JSON.stringify({ ...request, id, tmax: TMAX_MS, test: 0 });
  const start = performance.now();
  const response = await fetch(`http://127.0.0.1:${parley.port}${parley.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
  });
  await response.text();
  if (response.status !== 204) refused++;
  return performance.now() - start;
}

async function arrive(count: number, idOf: (place: number) => string): Promise<readonly number[]> {
  const sent: Promise<number>[] = [];
  const start = performance.now();
  while (sent.length < count) {
    const due = ((performance.now() - start) / 1000) * PER_SECOND;
    while (sent.length < Math.min(due, count)) sent.push(tookMs(idOf(sent.length)));
    await Bun.sleep(1);
  }
  return Promise.all(sent);
}

await arrive(WARM_UP, (place) => `warm-${place}`);
const all = await arrive(HANGING * EVERY, (place) =>
  place % EVERY === 0 ? `hang-${place}` : `quick-${place}`,
);
const hanging = all.filter((_, place) => place % EVERY === 0);
const late = hanging.map((ms) => ms - TMAX_MS).sort((a, b) => a - b);
const at = (share: number) => (late[Math.floor((late.length - 1) * share)] ?? 0).toFixed(1);
const early = late.filter((ms) => ms < 0).length;
process.stdout.write(
  `tmax ${TMAX_MS} ms, ${PER_SECOND}/s: ${early} of ${HANGING} answered before it; ` +
    `ms after it: p1 ${at(0.01)}, p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, max ${at(1)}; ${refused} refused\n`,
);
await parley.stop();
removeFolders();
// Calls that the bidder has not answered would keep the process.
process.exit();
