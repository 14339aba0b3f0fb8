import { gzipSync } from 'node:zlib';
import { type Case, type Expectation, readRequest } from './case.ts';
import { readPath, removePath, writePath } from './paths.ts';

/** Sends one case to a base URL and returns what is wrong with the answer; nothing if all is well. */
export async function runCase(baseUrl: string, testCase: Case): Promise<readonly string[]> {
  const response = await send(baseUrl, testCase);
  const text = await response.text();
  return compare(testCase.expect, response, text);
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
  const text = testCase.text === undefined ? requestText(testCase) : String(expand(testCase.text));
  const bytes = new TextEncoder().encode(text);
  return testCase.gzip ? gzipSync(bytes) : bytes;
}

function requestText({ base = 'minimal', set = {}, remove = [], native }: Case): string {
  const request = readRequest(base);
  for (const [path, value] of Object.entries(set)) writePath(request, path, expand(value));
  if (native !== undefined) {
    writePath(request, 'imp[0].native.request', JSON.stringify(expand(native)));
  }
  for (const path of remove) removePath(request, path);
  return JSON.stringify(request);
}

/** `{"$repeat": x, "times": n}` stands for a string or array of n times x, so that cases stay short. */
function expand(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expand);
  if (typeof value !== 'object' || value === null) return value;
  if ('$repeat' in value && 'times' in value) {
    const { $repeat, times, before = '', after = '' } = value as Record<string, unknown>;
    return typeof $repeat === 'string'
      ? `${before}${$repeat.repeat(Number(times))}${after}`
      : Array.from({ length: Number(times) }, () => expand($repeat));
  }
  if ('$concat' in value) return (value.$concat as unknown[]).map(expand).join('');
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expand(item)]));
}

function compare(expected: Expectation, response: Response, text: string): string[] {
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
