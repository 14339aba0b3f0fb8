import type { HttpCall } from '../../../core/auction/partner.ts';

/** The server that a connection leads to. */
export type Origin = {
  /** `https://dsp.example:8443` */
  readonly key: string;
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
};

/** The part of a request that does not depend on its body. */
export type RequestHead = {
  readonly origin: Origin;
  /** From the request line to the last header but `Content-Length`. */
  readonly bytes: Uint8Array;
  /** All of it but the method and the path. */
  readonly rest: string;
  /** Whether the request states a length even if it is 0. */
  readonly takesBody: boolean;
};

type RequestFault = { readonly fault: string };

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

const DEFAULT_HEADERS = {
  // Inflating costs time that an auction does not have.
  'accept-encoding': 'identity',
  'user-agent': 'parley',
};

/** Headers that frame the message. Only this client sets them. */
const OWN_HEADER = /^(host|connection|content-length|transfer-encoding|expect|upgrade)$/;

const NAME = /^[!#$%&'*+\-.^_`|~\da-z]+$/;
/** A line break in a value would start another header. */
const VALUE = /^[\t\x20-\x7e]*$/;

/** The origins whose heads are kept. */
const KNOWN_MAX = 256;

type KnownHead = Pick<HttpCall, 'method' | 'headers'> & { readonly head: RequestHead };

/**
 * Keeps the last head, because most calls to a partner have the same one, and the last of each origin, because the URLs
 * of notices differ only in their path. Parsing a URL and writing all headers takes four times as long.
 */
export function createRequestHeads(): (call: HttpCall) => RequestHead | RequestFault {
  const known = new Map<string, KnownHead>();
  let lastUrl: string | undefined;
  let last: KnownHead | undefined;
  return (call) => {
    const { method, url, headers } = call;
    const isLike = (one: KnownHead) => one.headers === headers && one.method === method;
    if (last !== undefined && lastUrl === url && isLike(last)) return last.head;
    const pathAt = url.indexOf('/', PATH_INDEX_MIN);
    const start = url.slice(0, pathAt);
    const like = known.get(start);
    const head =
      like !== undefined && isLike(like) && hasPlainPath(url, pathAt)
        ? headWith(like.head, method, url.slice(pathAt))
        : requestHead(call);
    if ('fault' in head) return head;
    lastUrl = url;
    last = { method, headers, head };
    if (pathAt !== -1 && PLAIN_START.test(start)) {
      if (known.size >= KNOWN_MAX) known.clear();
      known.set(start, last);
    }
    return head;
  };
}

/** After the slashes that follow the scheme. */
const PATH_INDEX_MIN = 'https://'.length;
const PLAIN_START = /^https?:\/\/[^/?#\\\s]+$/;
/** A path and a query of characters that are never written in another way, without a `.` or `..` in the path. */
const PLAIN_PATH = /^\/[\w\-.~!$&()*+,;=:@%/]*(?:\?[\w\-.~!$&()*+,;=:@%/?]+)?$/;
const DOTS = /\/(?:\.|%2e)/i;

function hasPlainPath(url: string, pathAt: number): boolean {
  const path = url.slice(pathAt);
  return PLAIN_PATH.test(path) && !DOTS.test(path);
}

function headWith(
  { origin, rest, takesBody }: RequestHead,
  method: string,
  path: string,
): RequestHead {
  return { origin, bytes: Buffer.from(`${method} ${path}${rest}`, 'latin1'), rest, takesBody };
}

export function requestHead({ method, url, headers }: HttpCall): RequestHead | RequestFault {
  const target = URL.parse(url);
  const defaultPort = target === null ? undefined : PORTS[target.protocol];
  if (target === null || defaultPort === undefined) return { fault: 'the URL is not one of HTTP' };
  let rest = ` HTTP/1.1\r\nhost: ${target.host}\r\n`;
  const all = new Map<string, string>(Object.entries(DEFAULT_HEADERS));
  if (target.username !== '' || target.password !== '') {
    all.set('authorization', `Basic ${btoa(`${target.username}:${target.password}`)}`);
  }
  for (const [name, value] of Object.entries(headers)) all.set(name.toLowerCase(), value);
  for (const [name, value] of all) {
    if (!NAME.test(name) || !VALUE.test(value) || OWN_HEADER.test(name)) {
      return { fault: `the request may not have a header ${JSON.stringify(name)} like this` };
    }
    rest += `${name}: ${value}\r\n`;
  }
  return {
    origin: {
      key: target.origin,
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port === '' ? defaultPort : Number(target.port),
      isTls: target.protocol === 'https:',
    },
    bytes: Buffer.from(`${method} ${target.pathname}${target.search}${rest}`, 'latin1'),
    rest,
    takesBody: method === 'POST',
  };
}

/** Enough for nearly every bid request. */
const SCRATCH_BYTES = 64 * 1024;
/** `content-length: 123456789012345`, two line ends. */
const LENGTH_LINE_BYTES_MAX = 40;

const scratch = Buffer.allocUnsafe(SCRATCH_BYTES);

/** The whole request for one write, valid until the next call: most share a buffer, and a write copies what it takes. */
export function requestBytes(head: RequestHead, body: HttpCall['body'] = ''): Buffer {
  const bodyBytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const bytesMax = head.bytes.length + LENGTH_LINE_BYTES_MAX + bodyBytes;
  const bytes = bytesMax <= SCRATCH_BYTES ? scratch : Buffer.allocUnsafe(bytesMax);
  bytes.set(head.bytes, 0);
  let at = head.bytes.length;
  const hasLength = head.takesBody || bodyBytes > 0;
  at += bytes.write(hasLength ? `content-length: ${bodyBytes}\r\n\r\n` : '\r\n', at, 'latin1');
  if (typeof body === 'string') {
    at += bytes.write(body, at, 'utf8');
  } else {
    bytes.set(body, at);
    at += body.length;
  }
  return bytes.subarray(0, at);
}
