import { inTime } from '../../lib/in-time.ts';
import { parseJson } from '../../lib/json.ts';
import { createMinuteCounts } from '../../lib/minute-counts.ts';
import { type AnyOp, BYTES, type By, isNothing, TEXT, type Visit } from '../../lib/op.ts';
import { parsed, Refusal, refuse } from '../../lib/refusal.ts';
import type { ReadableSchema } from '../../lib/schema-fault.ts';
import { acceptsGzip, encoded } from '../http/gzip.ts';
import { boundedBytes } from '../http/read-body.ts';
import { type Caller, calledPath, type Listener, mayCall } from './access.ts';

/** A campaign with fifty creatives and long lists is a tenth of this. */
const BODY_BYTES_MAX = 256 * 1024;

/** Changes that one token may make in a minute: more than people make, and little for the database. */
const CHANGES_PER_MINUTE_MAX = 600;

/** The same for somebody of a publisher: each change is written anew to the database and to all workers of all machines. */
const CHANGES_OF_PERSON_MAX = 120;

/** Callers whose changes are counted: more than make any in a minute. */
const CALLERS_MAX = 10_000;

/** Calls of somebody of a publisher that are answered at the same time: a page makes a few. */
const CALLS_AT_ONCE_MAX = 8;

const WAIT_MS_MAX = 10_000;

/** As `IDLE_SEC_MAX` of the admin server: longer waits have to say so. */
const IDLE_MS_MAX = 30_000;

const KEY_LENGTH_MAX = 200;

const DOWN = 'the database does not answer: what is stored serves as it is; try again';
const DOWN_AT_READING = refuse.databaseUnavailable(DOWN);
const DOWN_AT_CHANGE = refuse.databaseUnavailable(`${DOWN}, and look whether the change was made`);

const TOO_MANY_CHANGES = refuse.rateLimited('too many changes: wait a minute');
const TOO_MANY_AT_ONCE = refuse.rateLimited(
  `expected at most ${CALLS_AT_ONCE_MAX} calls at the same time`,
);
const NO_IF_MATCH = refuse.ifMatchRequired(
  'expected the header If-Match with the ETag of what was looked at',
);

type OpVisit = {
  readonly request: Request;
  /** Without a body for HEAD, which is answered like GET. */
  readonly method: string;
  readonly url: URL;
  readonly caller: Caller;
  readonly listener: Listener;
  readonly visit: Visit;
};

/** Whether the port has this operation at all. */
const isServed = ({ openTo }: AnyOp, listener: Listener) =>
  listener === 'admin' || openTo === 'publishers';

const WHERE: Readonly<Record<Listener, string>> = {
  admin:
    'expected / (the console), /portal, /docs/ or one of /status, /requests, /requests/<request id>, /metrics',
  portal: 'expected /portal',
};

export type ServeOps = ReturnType<typeof serveOps>;

/** Answers calls of operations: roles, limits, parsing and the form of answers are the same for all of them. */
export function serveOps(ops: readonly AnyOp[], host: object, nowMs: () => number) {
  const routes = ops.map(routeOf);
  const changesOf = createMinuteCounts(nowMs, CALLERS_MAX);
  const atOnce = new Map<string, number>();

  function isTooOften({ who, role }: Caller): boolean {
    const max = role === 'publisher' ? CHANGES_OF_PERSON_MAX : CHANGES_PER_MINUTE_MAX;
    return changesOf(who).count > max;
  }

  /** A few calls of each person at a time: each may ask all workers or the database. */
  async function fewAtOnce<T>(caller: Caller, work: () => Promise<T>): Promise<T | Refusal> {
    if (caller.role !== 'publisher') return work();
    const { person } = caller;
    const running = atOnce.get(person) ?? 0;
    if (running >= CALLS_AT_ONCE_MAX) return TOO_MANY_AT_ONCE;
    atOnce.set(person, running + 1);
    try {
      return await work();
    } finally {
      const left = (atOnce.get(person) ?? 1) - 1;
      if (left === 0) atOnce.delete(person);
      else atOnce.set(person, left);
    }
  }

  async function answer({ op, parts }: Found, asked: OpVisit): Promise<Response | Refusal> {
    const { request, method, url, caller, visit } = asked;
    if (!mayCall(caller, op, parts.publisher)) {
      const { who, role } = caller;
      return refuse.notPermitted(`expected the role ${op.role}, but ${who} has the role ${role}`);
    }
    const isChange = method !== 'GET' && op.role !== 'read';
    if (isChange && isTooOften(caller)) return TOO_MANY_CHANGES;
    const query = parsed(op.query, queryValues(op.query as ReadableSchema, url.searchParams));
    if (query instanceof Refusal) return wrongQuery(query);
    const given = await bodyOf(op, request);
    if (given instanceof Refusal) return given;
    const by = byOf(op, request.headers, caller, given.text);
    // A star is an answer: whatever it is now.
    if (op.ifMatch === 'required' && !request.headers.has('if-match')) return NO_IF_MATCH;
    const { waitMsMax = WAIT_MS_MAX } = op;
    if (waitMsMax > IDLE_MS_MAX) visit.keepOpen();
    const call = { host, parts, query, body: given.body, caller, by, visit };
    const down = isChange ? DOWN_AT_CHANGE : DOWN_AT_READING;
    const work = (async () => op.run(call as never))();
    return respond(op, await inTime(work, waitMsMax, down).catch(orDown(down)), request.headers);
  }

  return {
    answer(asked: OpVisit): Promise<Response | Refusal> {
      const { url, listener, request, method, caller } = asked;
      const path = calledPath(url.pathname, caller);
      const here = routes.filter(({ op, pattern }) => isServed(op, listener) && pattern.test(path));
      const found = findRoute(here, method, path);
      if (found !== undefined) return fewAtOnce(caller, () => answer(found, asked));
      const [other] = here;
      const refusal =
        other === undefined
          ? refuse.notFound(WHERE[listener])
          : refuse.methodNotAllowed(`expected ${other.method}, but got ${request.method}`);
      return Promise.resolve(refusal);
    },
  };
}

type Route = { readonly op: AnyOp; readonly method: string; readonly pattern: RegExp };
type Found = { readonly op: AnyOp; readonly parts: Readonly<Record<string, string>> };

function routeOf(op: AnyOp): Route {
  const [method = '', path = ''] = op.name.split(' ');
  const pattern = path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { op, method, pattern: new RegExp(`^${pattern}$`) };
}

/** Of those at a path. One without braces stands before one with them, whichever was declared first. */
function findRoute(here: readonly Route[], method: string, path: string): Found | undefined {
  const [found] = here
    .filter((one) => one.method === method)
    .sort((one, other) => braces(one) - braces(other));
  if (found === undefined) return undefined;
  const groups = Object.entries(found.pattern.exec(path)?.groups ?? {});
  return {
    op: found.op,
    parts: Object.fromEntries(groups.map(([name, text]) => [name, decoded(text)])),
  };
}

const braces = ({ op }: Route): number => op.name.split('{').length;

/** Text that is not validly encoded is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The declared parameters, with numbers and truth values where the schema has them. What is '' is absent. */
function queryValues(schema: ReadableSchema, parameters: URLSearchParams) {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const texts = parameters.getAll(name).filter((text) => text !== '');
      const [text] = texts;
      if (text === undefined) return [];
      return [[name, property.type === 'array' ? texts : readAs(property, text)]];
    }),
  );
}

function readAs({ type }: ReadableSchema, text: string): unknown {
  if (type === 'integer' || type === 'number') {
    const number = Number(text);
    return Number.isNaN(number) ? text : number;
  }
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function wrongQuery({ details }: Refusal): Refusal {
  const [fault] = details.faults ?? [];
  return refuse.wrongValue(fault?.field ?? '', fault?.reason ?? details.reason);
}

type Given = { readonly body: unknown; readonly text: string };

async function bodyOf(op: AnyOp, request: Request): Promise<Given | Refusal> {
  if (isNothing(op.body)) return { body: undefined, text: '' };
  const bytes = await boundedBytes(request, op.bodyBytesMax ?? BODY_BYTES_MAX);
  if (bytes instanceof Refusal) return bytes;
  if (op.body === BYTES) return { body: bytes, text: '' };
  const text = new TextDecoder().decode(bytes);
  if (op.body === TEXT) return { body: text, text };
  const json = parseJson(text);
  if (json.kind !== 'json') return refuse.invalidJson(json.reason);
  const body = parsed(op.body, json.value);
  return body instanceof Refusal ? body : { body, text };
}

function byOf(op: AnyOp, headers: Headers, { who, role }: Caller, body: string): By {
  const tag = headers.get('if-match');
  // A tag that is none of ours matches no revision.
  const revision =
    tag === null || tag === '*' ? undefined : Number(/^(?:W\/)?"(\d+)"$/.exec(tag)?.[1] ?? -1);
  const key = op.hasKey ? headers.get('idempotency-key')?.slice(0, KEY_LENGTH_MAX) : undefined;
  return { who, role, revision, ...(key && { once: { key, body } }) };
}

/** A bug is not the database's. */
function orDown(down: Refusal) {
  return (error: unknown): Refusal => {
    if (
      error instanceof TypeError ||
      error instanceof ReferenceError ||
      error instanceof RangeError ||
      error instanceof SyntaxError
    ) {
      throw error;
    }
    return down;
  };
}

const JSON_TYPE = { 'Content-Type': 'application/json;charset=utf-8' };

function respond(op: AnyOp, result: unknown, asked: Headers): Response | Refusal {
  if (result instanceof Response || result instanceof Refusal) return result;
  if (result === undefined) return new Response(null, { status: 204 });
  const location = op.location?.(result as never);
  const isGzipAccepted = acceptsGzip(asked.get('accept-encoding'));
  const { body, headers } = encoded(JSON.stringify(result), { isGzipAccepted }, JSON_TYPE);
  const response = new Response(body, { status: location === undefined ? 200 : 201, headers });
  const { revision } = result as { readonly revision?: unknown };
  if (typeof revision === 'number') response.headers.set('ETag', `"${revision}"`);
  if (location !== undefined) response.headers.set('Location', location);
  return response;
}
