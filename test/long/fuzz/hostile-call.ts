import fc from 'fast-check';
import { anyJson } from '../../properties/graft.ts';
import type { Json } from '../../properties/json.ts';
import { BUYER_ACCOUNT, PARTNER, PUBLISHER, type Role } from '../doors.ts';
import { fromSchema } from './from-schema.ts';
import type { DoorCall, FuzzInput } from './input.ts';
import { type Operation, SELLER_PATH, type SellerTool } from './operations.ts';

/** They make the exchange call addresses of their bodies, and a fuzzer calls nobody but this machine. */
const CALLING_OUT: ReadonlySet<string> = new Set([
  'POST /api/partners',
  'PUT /api/partners/{partner}',
  'POST /api/partners/test',
  'POST /api/images/size',
]);

/** Texts whose addresses lead nowhere. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'https://nowhere.invalid/',
    'nowhere.invalid',
    '2026-11-18T00:00:00Z',
    '2026-11',
    'USD',
    ...[PARTNER, PUBLISHER, 'acme', 'chats', 'first'],
  ),
);

/** Where `anyJson` has an address that somebody could own. */
const harmless = (value: Json): string =>
  (JSON.stringify(value) ?? 'null').replaceAll(/ex[aä]mple\.com/g, 'example.invalid');

const cut = fc.tuple(anyJson, fc.nat()).map(([value, at]) => harmless(value).slice(0, at % 100));

const bodyOf = (schema: Operation['body']) =>
  fc
    .oneof(
      {
        weight: 20,
        arbitrary: (schema === undefined ? anyJson : fromSchema(schema, text)).map(harmless),
      },
      { weight: 1, arbitrary: cut },
    )
    .map((body) => new TextEncoder().encode(body));

const ROLES: Readonly<Record<Operation['port'], fc.Arbitrary<Role>>> = {
  public: fc.constantFrom('nobody', 'nobody', 'buyer', 'admin'),
  admin: fc.constantFrom('admin', 'admin', 'admin', 'read', 'person', 'nobody'),
  portal: fc.constantFrom('person', 'person', 'person', 'nobody', 'admin'),
};

const METHODS_WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const NO_BODY = new Uint8Array();

/** A header may not hold more than this. */
const HEADER_VALUE = fc.oneof(
  fc.constantFrom('*', '"1"', '"2"', ''),
  fc.string().map((value) => value.replaceAll(/[^\x20-\x7e]/g, '').trim()),
);

/** A dot or two would lead to another path. */
const pathPart = text.map((value) =>
  encodeURIComponent(wellFormed(value)).replace(/^\.{0,2}$/, '-'),
);

/** The server refuses a longer head by itself, before anything of the exchange reads it. */
const PART_LENGTH_MAX = 1000;

const wellFormed = (value: string) => value.slice(0, PART_LENGTH_MAX).toWellFormed();

function hostileOperation(operation: Operation): fc.Arbitrary<FuzzInput> {
  const { port, method, template, parameters, body } = operation;
  const given = (where: string) => parameters.filter((one) => one.in === where);
  const paths = fc.record(Object.fromEntries(given('path').map(({ name }) => [name, pathPart])));
  const queries = fc.record(
    Object.fromEntries(
      given('query').map(({ name, schema = {} }) => [name, fromSchema(schema, text)]),
    ),
    { requiredKeys: [] },
  );
  const headers = fc.record(
    Object.fromEntries(given('header').map(({ name }) => [name, HEADER_VALUE])),
    { requiredKeys: [] },
  );
  return fc
    .tuple(ROLES[port], paths, queries, headers, bodyOf(body))
    .map(([role, parts, query, header, bytes]) => {
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '-');
      const search = Object.entries(query).map(
        ([name, value]) => `${name}=${encodeURIComponent(wellFormed(String(plain(value))))}`,
      );
      const call: DoorCall = {
        port,
        role,
        method,
        template,
        path: search.length === 0 ? path : `${path}?${search.join('&')}`,
        headers: header as Readonly<Record<string, string>>,
      };
      const isEmpty = METHODS_WITHOUT_BODY.has(method);
      return inputOf(call, isEmpty ? NO_BODY : bytes);
    });
}

/** An object may have no text of its own. */
const plain = (value: Json | undefined) =>
  typeof value === 'object' ? JSON.stringify(value) : value;

function hostileTool({ name, inputSchema }: SellerTool): fc.Arbitrary<FuzzInput> {
  const known = fc.constantFrom(
    {},
    { account: BUYER_ACCOUNT },
    { idempotency_key: 'a'.repeat(20) },
  );
  return fc.tuple(fromSchema(inputSchema, text), known).map(([args, more]) => {
    const isObject = typeof args === 'object' && args !== null && !Array.isArray(args);
    const params = { name, arguments: isObject ? { ...args, ...more } : args };
    const message = harmless({ jsonrpc: '2.0', id: 1, method: 'tools/call', params } as Json);
    const call: DoorCall = {
      port: 'public',
      role: 'buyer',
      method: 'POST',
      path: SELLER_PATH,
      template: SELLER_PATH,
      headers: { Accept: 'application/json, text/event-stream' },
    };
    return inputOf(call, new TextEncoder().encode(message));
  });
}

const inputOf = (call: DoorCall, body: Uint8Array<ArrayBuffer>): FuzzInput => ({
  call,
  contentType: 'application/json',
  contentEncoding: undefined,
  body,
});

/** A call of any operation and any tool that is documented, most of it by its schema. */
export function hostileCall(
  operations: readonly Operation[],
  tools: readonly SellerTool[],
): fc.Arbitrary<FuzzInput> {
  const kept = operations.filter(
    ({ method, template }) => !CALLING_OUT.has(`${method} ${template}`),
  );
  return fc.oneof(...kept.map(hostileOperation), ...tools.map(hostileTool));
}
