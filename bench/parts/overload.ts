/**
 * What becomes of requests that come at twice the rate that can be served: how many are served, how long these take
 * (the aim is a p99 under 200 ms), and whether all are served again at a quarter of the rate.
 */
import { startProcess } from '../measure/processes.ts';
import { bodiesOf } from '../requests.ts';
import { removeFolders, temporaryFolder } from '../servers.ts';

const START_MS_MAX = 60_000;
const CAPACITY_MS = 1500;
const OVERLOAD_MS = 4000;
const CALM_MS = 1000;
const RECOVERY_MS = 2000;
const TICK_MS = 5;

type Answer = { readonly status: number; readonly tookMs: number };

const folder = temporaryFolder();
const script = new URL('overload-server.ts', import.meta.url).pathname;
const server = startProcess([process.execPath, script, folder], { folder });
const [url] = await server.find(/http:\/\/\S+/, START_MS_MAX);
const [body = ''] = bodiesOf();

async function ask(): Promise<Answer> {
  const start = performance.now();
  const response = await fetch(`${url}/openrtb2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await response.text();
  return { status: response.status, tookMs: performance.now() - start };
}

/** What it serves when asked as fast as it answers. */
async function capacity(): Promise<number> {
  let served = 0;
  const until = performance.now() + CAPACITY_MS;
  const client = async () => {
    while (performance.now() < until) if ((await ask()).status === 200) served++;
  };
  await Promise.all([client(), client(), client()]);
  return (served * 1000) / CAPACITY_MS;
}

/** Sends at a fixed rate, whether or not answers come. */
async function arrive(perSecond: number, forMs: number): Promise<readonly Answer[]> {
  const answers: Promise<Answer>[] = [];
  const start = performance.now();
  while (performance.now() - start < forMs) {
    const due = ((performance.now() - start) / 1000) * perSecond;
    while (answers.length < due) answers.push(ask());
    await Bun.sleep(TICK_MS);
  }
  return Promise.all(answers);
}

function print(name: string, perSecond: number, answers: readonly Answer[]): void {
  const served = answers.filter(({ status }) => status === 200);
  const times = served.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  const share = ((100 * served.length) / answers.length).toFixed(1);
  process.stdout.write(
    `${name}: ${perSecond.toFixed(0)}/s, ${share} % served, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms\n`,
  );
}

const perSecond = await capacity();
const overload = await arrive(2 * perSecond, OVERLOAD_MS);
// The first moments are how it finds out.
print('twice the capacity', 2 * perSecond, overload.slice(Math.floor(overload.length / 4)));
await Bun.sleep(RECOVERY_MS);
print('a quarter of it, afterwards', perSecond / 4, await arrive(perSecond / 4, CALM_MS));
await server.stop();
removeFolders();
