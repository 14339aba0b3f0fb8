import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../src/host/config/config.ts';
import { atCleanUp } from '../process.ts';

type Webhook = Config['alerts']['webhooks'][number];

const SECRET = 'a-secret-that-only-both-know';
const LATE_SEC_MAX = 300;

/** As docs/operations.md tells receivers to check it. */
function isGenuine(header: string, body: string): boolean {
  const [, seconds = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (Math.abs(Date.now() / 1000 - Number(seconds)) > LATE_SEC_MAX) return false;
  const expected = createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest();
  return timingSafeEqual(expected, Buffer.from(given.padEnd(64, '0'), 'hex'));
}

/** A server that takes messages, after it has answered the first ones with these statuses. */
export function startReceiver(failures: readonly number[] = []) {
  const bodies: string[] = [];
  const refused: string[] = [];
  const forged: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const body = await request.text();
      if (!isGenuine(request.headers.get('parley-signature') ?? '', body)) forged.push(body);
      const failure = failures[refused.length];
      (failure === undefined ? bodies : refused).push(body);
      return new Response('ok', { status: failure ?? 200 });
    },
  });
  atCleanUp(() => server.stop(true));
  return {
    /** Bodies that it refused, and all whose signature is wrong. */
    refused,
    forged,
    told: () => bodies.map((body) => JSON.parse(body) as Readonly<Record<string, unknown>>),
    webhook: (format: Webhook['format'], more: Partial<Webhook> = {}): Webhook => {
      const url = `http://127.0.0.1:${server.port}/hook`;
      return { name: 'ops', url, secret: SECRET, format, ...more };
    },
  };
}
