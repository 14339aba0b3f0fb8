import type { Caller } from '../src/host/admin/access.ts';
import { serveOps } from '../src/host/admin/serve-ops.ts';
import type { Host } from '../src/host/host.ts';
import { silentLog } from '../src/host/observe/log.ts';
import type { AnyOp, OpName } from '../src/lib/op.ts';
import { addressOf } from '../src/lib/op-address.ts';
import { Refusal } from '../src/lib/refusal.ts';
import type { Database } from '../src/lib/sql/database.ts';
import { type ConfigRecords, createRecords } from '../src/store/records.ts';
import { createStore } from '../src/store/store.ts';
import { AT_MS } from './ledger/samples.ts';

const BASE = 'http://parley.example';

const CALLERS = {
  ann: { kind: 'bearer', who: 'ann', role: 'admin' },
  abe: { kind: 'bearer', who: 'abe', role: 'ads' },
  rita: { kind: 'bearer', who: 'rita', role: 'read' },
} as const satisfies Readonly<Record<string, Caller>>;

type Asked = {
  /** What the path has in braces, and the query. */
  readonly input?: object;
  readonly body?: unknown;
  readonly caller?: Caller | keyof typeof CALLERS;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Told = {
  readonly status: number;
  readonly headers: Headers;
  // Whatever the operation answers: tests look at single members of it.
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any operation
  readonly body: any;
};

/** Parts on one database do not make the same ones. */
let ids = 0;

/**
 * A part on a database of its own: its operations, with a store, on a clock that the test moves. `more` is what they need of a
 * machine beside that.
 */
export function partOn(
  database: Database,
  ops: readonly AnyOp[],
  { more = {}, config = {} }: { readonly more?: object; readonly config?: ConfigRecords } = {},
) {
  let nowMs = AT_MS;
  const clock = { nowMs: () => nowMs, newId: () => `id-${++ids}` };

  /** Another machine on the same database. */
  function newHost() {
    const records = createRecords(() => config);
    const refresh = async () => (await records.read(database.query)).takeIn();
    const { ofConfig, countOfConfig } = records;
    const own = { ofConfig, countOfConfig, refresh, database: () => database };
    const store = createStore({ ...clock, ...own });
    const host = { ...clock, records, store, feed: { refresh }, log: silentLog };
    return { ...host, database: () => database, ops, ...more } as unknown as Host;
  }

  const host = newHost();
  const served = serveOps(ops, host, clock.nowMs);
  return {
    host,
    newHost,
    at(text: string): void {
      nowMs = Date.parse(text);
    },
    async ask(name: OpName, { input = {}, body, caller = 'ann', headers = {} }: Asked = {}) {
      if (!ops.some((op) => op.name === name)) throw new Error(`no operation is ${name}`);
      const [method = ''] = name.split(' ');
      const url = new URL(addressOf(name, input), BASE);
      const sent = body === undefined ? {} : { body: sentOf(body) };
      const answered = await served.answer({
        request: new Request(url.href, { method, headers, ...sent }),
        method,
        url,
        caller: typeof caller === 'string' ? CALLERS[caller] : caller,
        listener: 'admin',
        visit: {
          baseUrl: BASE,
          keepOpen() {},
          request: new Request(BASE, { headers }),
        },
      });
      if (answered instanceof Refusal) {
        const { status, code, message, details } = answered;
        return { status, headers: new Headers(), body: { error: { code, message, details } } };
      }
      const told = await answered.text();
      const isJson = answered.headers.get('content-type')?.includes('json') ?? false;
      const { status, headers: own } = answered;
      return { status, headers: own, body: isJson ? JSON.parse(told) : told } as Told;
    },
  };
}

/** Texts and bytes are sent as they are. */
function sentOf(body: unknown): string | Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body);
  return typeof body === 'string' ? body : JSON.stringify(body);
}
