import { afterEach } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type KnownToken, NOBODY, type People } from '../../src/host/admin/access.ts';
import { type AdminServer, startAdminServer } from '../../src/host/admin/admin-server.ts';
import type { OpenRoutes } from '../../src/host/admin/open-routes.ts';
import type { Host } from '../../src/host/host.ts';
import { createFindCaller } from '../../src/host/http/caller.ts';
import { silentLog } from '../../src/host/observe/log.ts';
import { op } from '../../src/host/op.ts';
import type { Log } from '../../src/lib/log.ts';
import { type AnyOp, told } from '../../src/lib/op.ts';
import { refuse } from '../../src/lib/refusal.ts';
import { PLAYGROUND_OPS } from '../../src/parts/playground/operations.ts';
import { RUN_FOLDER } from '../test-run.ts';

export const TOKEN = 'a-long-enough-token';

let server: AdminServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

export type Options = {
  /** One with every right. */
  readonly token?: string;
  readonly tokens?: readonly KnownToken[];
  readonly people?: Partial<People>;
  readonly openRoutes?: OpenRoutes;
  /** Instead of a status and the playground. */
  readonly ops?: readonly AnyOp[];
  /** What the operations need of a machine. */
  readonly machine?: object;
  readonly nowMs?: () => number;
  readonly log?: Log;
};

const OPS = [
  ...PLAYGROUND_OPS,
  op('GET /status', { role: 'read', summary: '', answer: told<object>(), run: () => ({}) }),
  op('GET /requests/{id}', { role: 'read', summary: '', run: () => refuse.notFound('none') }),
] as const;

/** An admin port that is closed after the test; returns its address. */
export function start(options: Options = {}): string {
  let secrets = 0;
  server = startAdminServer({
    host: '127.0.0.1',
    port: 0,
    tokens: options.tokens ?? tokensOf(options.token),
    findCaller: createFindCaller(['127.0.0.1']),
    log: options.log ?? silentLog,
    newId: () => 'id',
    newSecret: () => `secret-${++secrets}`,
    ops: options.ops ?? OPS,
    machine: (options.machine ?? {}) as Host,
    people: { ...NOBODY, ...options.people },
    openRoutes: options.openRoutes ?? {},
    publicUrl: 'http://localhost:9',
    sessionsFolder: mkdtempSync(join(RUN_FOLDER, 'sessions-')),
    nowMs: options.nowMs ?? Date.now,
  });
  return `http://127.0.0.1:${server.port}`;
}

function tokensOf(token: string | undefined): readonly KnownToken[] {
  return token === undefined ? [] : [{ name: 'admin', token, role: 'admin' }];
}

export function login(url: string, token: string, headers: Record<string, string> = {}) {
  return fetch(`${url}/login`, { method: 'POST', headers, body: JSON.stringify({ token }) });
}

/** The cookie of a new session, and its CSRF token. */
export async function enter(url: string): Promise<{ cookie: string; csrf: string }> {
  const response = await login(url, TOKEN);
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const session = await fetch(`${url}/api/session`, { headers: { cookie } });
  const { csrfToken } = (await session.json()) as { csrfToken: string };
  return { cookie, csrf: csrfToken };
}
