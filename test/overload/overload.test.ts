import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { bidRequest } from '../auction/setup.ts';

type Answer = {
  readonly status: number;
  readonly tookMs: number;
  readonly retryAfter: string | null;
};

let server: Bun.Subprocess<'ignore', 'pipe', 'inherit'>;
let url = '';

beforeAll(async () => {
  const script = new URL('slow-server.ts', import.meta.url).pathname;
  server = Bun.spawn([process.execPath, script], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const { value } = await server.stdout.getReader().read();
  url = new TextDecoder().decode(value).trim();
});
afterAll(async () => {
  server.kill();
  await server.exited;
});

const BODY = JSON.stringify(bidRequest());

async function ask(): Promise<Answer> {
  const start = performance.now();
  const response = await fetch(`${url}/openrtb2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: BODY,
  });
  await response.text();
  const { status, headers } = response;
  return { status, tookMs: performance.now() - start, retryAfter: headers.get('retry-after') };
}

/** Sends at a fixed rate, whether or not answers come: as a world of callers does. */
async function arrive(
  perSecond: number,
  forMs: number,
): Promise<{ readonly answers: readonly Answer[]; readonly stallMs: number }> {
  const answers: Promise<Answer>[] = [];
  const start = performance.now();
  let stallMs = 0;
  while (performance.now() - start < forMs) {
    const due = ((performance.now() - start) / 1000) * perSecond;
    while (answers.length < due) answers.push(ask());
    const before = performance.now();
    await Bun.sleep(5);
    // What this process itself waits for its turn, on a machine that others use too.
    stallMs = Math.max(stallMs, performance.now() - before - 5);
  }
  return { answers: await Promise.all(answers), stallMs };
}

/** What it serves when asked as fast as it answers. */
async function capacity(): Promise<number> {
  let served = 0;
  const until = performance.now() + 1500;
  const client = async () => {
    while (performance.now() < until) if ((await ask()).status === 200) served++;
  };
  await Promise.all([client(), client(), client()]);
  return served / 1.5;
}

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

describe('with twice the requests it can serve', () => {
  test('it turns some away early, serves the others in time, and recovers within seconds', async () => {
    const perSecond = await capacity();
    const { answers, stallMs } = await arrive(perSecond * 2, 4000);
    // The first moments are how it finds out.
    const settled = answers.slice(Math.floor(answers.length / 4));
    const served = settled.filter(({ status }) => status === 200);
    const shed = settled.filter(({ status }) => status === 503);
    expect(served.length + shed.length).toBe(settled.length);
    expect(shed.length).toBeGreaterThan(settled.length * 0.2);
    expect(served.length).toBeGreaterThan(settled.length * 0.1);
    expect(shed.every(({ retryAfter }) => retryAfter === '1')).toBe(true);
    expect(
      percentile(
        served.map(({ tookMs }) => tookMs),
        0.99,
      ),
    ).toBeLessThan(200 + 4 * stallMs);

    await Bun.sleep(2000);
    const after = await arrive(perSecond / 4, 1000);
    expect(after.answers.every(({ status }) => status === 200)).toBe(true);
  });
});
