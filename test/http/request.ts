import { readRequest } from '../conformance/case.ts';
import { writePath } from '../conformance/paths.ts';
import { type Answer, openConnection } from './connection.ts';

/** A request in test mode that every server answers with 200. */
export const MINIMAL = JSON.stringify(readRequest('minimal'));

/** The same with other values at paths like `site.publisher.id`. */
export function minimalWith(values: Readonly<Record<string, unknown>>): string {
  const request = readRequest('minimal');
  for (const [path, value] of Object.entries(values)) writePath(request, path, value);
  return JSON.stringify(request);
}

export type RequestParts = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};

/** The bytes of a bid request, or of whatever the parts say instead. */
export function requestBytes(parts: RequestParts = {}): Uint8Array {
  const { method = 'POST', body = method === 'POST' ? MINIMAL : '' } = parts;
  const bytes = Buffer.from(body);
  const length = bytes.length === 0 ? {} : { 'Content-Length': String(bytes.length) };
  const headers = { ...length, ...parts.headers };
  return Buffer.concat([Buffer.from(requestHead({ ...parts, method, headers })), bytes]);
}

/** The same without the body, and without a length unless `headers` has one. */
export function requestHead({
  method = 'POST',
  path = '/openrtb2',
  headers,
}: RequestParts): string {
  const all = { Host: 'parley.test', 'Content-Type': 'application/json', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

export const CHUNKED = { 'Transfer-Encoding': 'chunked' };
export const LAST_CHUNK = '0\r\n\r\n';

export function chunk(data: string | Uint8Array): Uint8Array {
  const bytes = Buffer.from(data);
  const size = `${bytes.length.toString(16)}\r\n`;
  return Buffer.concat([Buffer.from(size), bytes, Buffer.from('\r\n')]);
}

/** One request on a connection of its own. */
export async function ask(port: number, parts: RequestParts = {}): Promise<Answer> {
  const connection = await openConnection(port);
  connection.send(requestBytes(parts));
  try {
    return await connection.answer(parts.method);
  } finally {
    connection.drop();
  }
}

type ErrorBody = {
  readonly code: string;
  readonly message: string;
  readonly details: { readonly field?: string; readonly reason: string };
  readonly request_id: string;
};

export function errorOf({ body }: Answer): ErrorBody {
  return (JSON.parse(body) as { error: ErrorBody }).error;
}
