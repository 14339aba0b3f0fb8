import { afterAll, describe, expect, test } from 'bun:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { validate } from '../src/core/openrtb/validate.ts';
import { CONVERSION_PATHS, FORM_BY_WORD, NOTICE_ROOT } from '../src/core/sale/paths.ts';
import { openApiDocument } from '../src/host/http/openapi.ts';
import { Refusal } from '../src/lib/refusal.ts';
import { readPath } from './conformance/paths.ts';
import { anyJson, partsOf } from './properties/graft.ts';
import { copy, type Json, type JsonObject } from './properties/json.ts';
import { runs } from './properties/runs.ts';
import { nativeRoot, validRequest } from './properties/valid-request.ts';
import { startTestServer } from './server.ts';

/** Finding the smallest counterexample takes longer than a test usually may. */
fc.configureGlobal({ includeErrorInReport: true });

/** As a client gets it: JSON, not the objects that it is made from. */
const document: Json = JSON.parse(JSON.stringify(openApiDocument('https://ads.example.com')));

const ajv = new Ajv2020({ strict: false, validateFormats: false });

function check(schema: string) {
  const compiled = ajv.compile(readPath(document, `components.schemas.${schema}`) as object);
  return (value: unknown): string => (compiled(value) ? '' : ajv.errorsText(compiled.errors));
}

describe('the schema of the OpenAPI document', () => {
  const checkRequest = check('BidRequest');
  const checkNative = check('NativeRequest');
  const withoutNulls = validRequest.filter((request) => !holdsNull(request));

  test('accepts any valid request', () => {
    fc.assert(
      fc.property(withoutNulls, (request) => {
        expect(checkRequest(copy(request))).toBe('');
      }),
      { numRuns: runs(40) },
    );
  });

  test('accepts any valid native request', () => {
    fc.assert(
      fc.property(nativeRoot, (root) => {
        if (!holdsNull(root)) expect(checkNative(root)).toBe('');
      }),
      { numRuns: runs(40) },
    );
  });

  test('accepts whatever the validator accepts', () => {
    fc.assert(
      fc.property(withoutNulls, anyJson, fc.nat(), (request, value, choice) => {
        const body = copy(request);
        const parts = partsOf(body);
        parts[choice % parts.length]?.put(value);
        if (holdsNull(body) || validate(body) instanceof Refusal) return;
        expect(checkRequest(body)).toBe('');
      }),
      { numRuns: runs(40) },
    );
  });

  function holdsNull(value: Json): boolean {
    if (value === null) return true;
    return typeof value === 'object' && Object.values(value).some(holdsNull);
  }

  test('refuses requests that lack what is required or hold the wrong types', () => {
    for (const body of [{}, { id: 'a' }, { id: 'a', imp: [] }, { id: 5, imp: [{}] }]) {
      expect(checkRequest(body)).not.toBe('');
    }
  });
});

test('every reference in the document leads somewhere', () => {
  const references = referencesIn(document);
  expect(references.length).toBeGreaterThan(0);
  const dangling = references.filter((reference) => {
    const keys = reference.replace('#/', '').split('/');
    return keys.reduce<Json | undefined>(enter, document) === undefined;
  });
  expect(dangling).toEqual([]);
});

test('every part in braces of a path is declared as a parameter of the path', () => {
  const paths = readPath(document, 'paths') as Record<string, object>;
  for (const [path, operations] of Object.entries(paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const operation of Object.values(operations)) {
      const { parameters = [] } = operation as { parameters?: { name: string; in: string }[] };
      const declared = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      expect(declared).toEqual(names as string[]);
    }
  }
});

function enter(value: Json | undefined, key: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value[key];
}

function referencesIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' ? [String(item)] : referencesIn(item),
  );
}

const server = await startTestServer();
afterAll(() => server.stop(0));

describe('the paths of the document', () => {
  const paths = readPath(document, 'paths') as Readonly<Record<string, JsonObject>>;

  const notices = Object.keys(FORM_BY_WORD).map((word) => `${NOTICE_ROOT}${word}/{token}`);

  test('are those that the server names, and those of the notices', async () => {
    const response = await fetch(`${server.url}/nowhere`);
    const reason = String(readPath(await response.json(), 'error.details.reason'));
    const served = [...reason.matchAll(/\/[\w./]*(?=,)/g)].map(([path]) => path);
    const conversions = Object.values(CONVERSION_PATHS);
    expect(Object.keys(paths).toSorted()).toEqual(
      [...served, ...notices, ...conversions].toSorted(),
    );
  });

  /** As every path that takes GET or POST has them. */
  const UNLISTED = new Set(['HEAD', 'OPTIONS']);

  for (const [path, item] of Object.entries(paths)) {
    test(`have ${path} served by the methods that are listed`, async () => {
      const response = await fetch(`${server.url}${path}`, { method: 'OPTIONS' });
      const allowed = (response.headers.get('allow') ?? '').split(', ');
      const listed = Object.keys(item).map((method) => method.toUpperCase());
      expect(allowed.filter((method) => !UNLISTED.has(method))).toEqual(listed);
    });
  }

  test('have the media type of every document', async () => {
    for (const [path, item] of Object.entries(paths)) {
      if (!Object.hasOwn(item, 'get') || path.startsWith(NOTICE_ROOT)) continue;
      const response = await fetch(`${server.url}${path}`);
      const [type] = (response.headers.get('content-type') ?? '').split(';');
      const content = readPath(item, 'get.responses.200.content') as JsonObject;
      expect([path, ...Object.keys(content)]).toEqual([path, type ?? '']);
    }
  });
});
