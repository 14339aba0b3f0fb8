import { gzipSync } from 'node:zlib';
import { type Case, type Expectation, readRequest } from './case.ts';
import { checkAnswer } from './check-answer.ts';
import { readPath, removePath, writePath } from './paths.ts';
import { variantsOf } from './variants.ts';

/** Sends one case to a base URL and returns what is wrong with the answers; nothing if all is well. */
export async function runCase(baseUrl: string, testCase: Case): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const variant of variantsOf(testCase)) {
    const response = await send(baseUrl, variant.case);
    const found = compare(variant.case, response, await response.text());
    faults.push(...found.map((fault) => `${variant.label}${fault}`));
  }
  return faults;
}

const RATE_LIMIT_TRIES_MAX = 20;

/** A client that minds the limits: cases are many, and a server allows only so many a second. */
async function send(baseUrl: string, testCase: Case): Promise<Response> {
  const { method = 'POST', path = '/openrtb2' } = testCase;
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
  const headers = { 'content-type': 'application/json', ...testCase.headers };
  if (testCase.gzip) Object.assign(headers, { 'content-encoding': 'gzip' });
  const body = hasBody ? bodyOf(testCase) : null;
  for (let tries = 1; ; tries++) {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')),
      body,
    });
    const isUnasked = response.status === 429 && testCase.expect.status !== 429;
    if (!isUnasked || tries === RATE_LIMIT_TRIES_MAX) return response;
    await Bun.sleep(250);
  }
}

function bodyOf(testCase: Case): Uint8Array {
  const bytes =
    testCase.hex === undefined
      ? new TextEncoder().encode(textOf(testCase))
      : Buffer.from(testCase.hex, 'hex');
  return testCase.gzip ? gzipSync(bytes) : bytes;
}

/** The body that a case sends, as text. */
export function textOf({ base = 'minimal', set = {}, remove = [], native, text }: Case): string {
  if (text !== undefined) return String(expand(text));
  const request = readRequest(base);
  for (const [path, value] of Object.entries(set)) writePath(request, path, expand(value));
  if (native !== undefined) {
    writePath(request, 'imp[0].native.request', JSON.stringify(expand(native)));
  }
  for (const path of remove) removePath(request, path);
  return JSON.stringify(request);
}

/** What the `$` objects of a case stand for; README.md says what each is good for. */
function expand(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expand);
  if (typeof value !== 'object' || value === null) return value;
  if ('$repeat' in value && 'times' in value) return repeat(value as Record<string, unknown>);
  if ('$concat' in value) return (value.$concat as unknown[]).map(expand).join('');
  if ('$raw' in value) return rawJson(String(value.$raw));
  if ('$request' in value) {
    const { $request, padTo = 0 } = value as { $request: string; padTo?: number };
    return JSON.stringify(readRequest($request)).padEnd(padTo);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expand(item)]));
}

function repeat({ $repeat, times, before = '', after = '' }: Record<string, unknown>): unknown {
  if (typeof $repeat === 'string') return `${before}${$repeat.repeat(Number(times))}${after}`;
  return Array.from({ length: Number(times) }, () => expand($repeat)).flat();
}

/** A number exactly as it is written: `1e400` or `1.50` would not survive being parsed and printed again. */
function rawJson(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
}

function compare(testCase: Case, response: Response, text: string): string[] {
  const expected: Expectation = testCase.expect;
  const faults: string[] = [];
  const same = (what: string, want: unknown, got: unknown) => {
    if (!Bun.deepEquals(want, got)) {
      faults.push(`${what}: expected ${JSON.stringify(want)}, got ${JSON.stringify(got)}`);
    }
  };
  same('status', expected.status, response.status);
  if (response.status === 204) same('body', '', text);
  const body: unknown = text === '' ? undefined : JSON.parse(text);

  if (expected.code !== undefined) same('error.code', expected.code, readPath(body, 'error.code'));
  if (expected.message !== undefined) {
    same('error.message', expected.message, readPath(body, 'error.message'));
  }
  if (expected.field !== undefined) {
    same('error.details.field', expected.field, readPath(body, 'error.details.field') ?? null);
  }
  const reason = String(readPath(body, 'error.details.reason'));
  for (const piece of expected.reason ?? []) {
    if (!reason.includes(piece)) faults.push(`reason: expected "${piece}" in "${reason}"`);
  }
  if (response.status >= 400) compareErrorBody(body, response, faults);
  if (response.status === 200 && expected.status === 200) {
    faults.push(...checkAnswer(textOf(testCase), body));
  }
  if (expected.warnings !== undefined) {
    const warnings = readPath(body, 'ext.service.test.warnings') as { code: string }[] | undefined;
    same('warnings', [...expected.warnings].sort(), warnings?.map(({ code }) => code).sort());
  }
  if (expected.integrationLevel !== undefined) {
    const level = readPath(body, 'ext.service.test.integrationLevel');
    same('integrationLevel', expected.integrationLevel, level);
  }
  for (const [name, pattern] of Object.entries(expected.headers ?? {})) {
    const value = response.headers.get(name);
    if (value === null || !new RegExp(pattern).test(value)) {
      faults.push(`header ${name}: expected ${pattern}, got ${value}`);
    }
  }
  for (const [path, value] of Object.entries(expected.body ?? {})) {
    same(path, value, readPath(body, path));
  }
  if (expected.isWrapped !== undefined) {
    const adm = JSON.parse(String(readPath(body, 'seatbid[0].bid[0].adm'))) as object;
    same('markup is wrapped', expected.isWrapped, 'native' in adm);
  }
  for (const name of [
    'x-request-id',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
  ]) {
    if (!response.headers.has(name)) faults.push(`header ${name} is missing`);
  }
  return faults;
}

/** Every error has the whole body, and names the request by the id of the header. */
function compareErrorBody(body: unknown, response: Response, faults: string[]): void {
  for (const path of ['error.code', 'error.message', 'error.details.reason']) {
    const value = readPath(body, path);
    if (typeof value !== 'string' || value === '') faults.push(`${path} is missing`);
  }
  if (readPath(body, 'error.request_id') !== response.headers.get('x-request-id')) {
    faults.push('error.request_id differs from the X-Request-Id header');
  }
}
