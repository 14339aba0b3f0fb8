import Type from 'typebox';
import { isObject } from '../lib/schema-fault.ts';
import { SHORTENED_BYTES_MAX } from '../lib/shortened.ts';
import { OnlySchema } from './condition-schema.ts';

/** Keys that entries of several kinds have in `partners` of the config. */

export const CLOSED = { additionalProperties: false };

/** No longer than notices and reports carry it, so that it is the same everywhere. */
export const Name = Type.String({
  pattern: `^[A-Za-z0-9_-]{1,${SHORTENED_BYTES_MAX}}$`,
  expects: `a name of 1 to ${SHORTENED_BYTES_MAX} letters, digits, "-" or "_"`,
});

const HEADERS_MAX = 20;
const VALUE_LENGTH_MAX = 4096;
const NAME = /^[!#$%&'*+\-.^_`|~\dA-Za-z]{1,100}$/;
const VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** These say what the call is and where it ends, so that only the exchange can set them. */
const RESERVED: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'te',
  'traceparent',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-openrtb-version',
]);

/** Headers for every call, like a key. They have no type in the schema: a sentence about a wrong one would show it. */
const Headers = Type.Refine(
  Type.Unsafe<Record<string, string>>({}),
  (headers) => headersFault(headers) === undefined,
  (headers) =>
    `expected an object of at most ${HEADERS_MAX} header names and values, but ${headersFault(headers)}`,
);

/** In which statements are made out. */
export const CurrencyCode = Type.String({
  pattern: '^[A-Z]{3}$',
  expects: 'a currency code of three capital letters, like EUR',
});

/** What every kind of partner may have. */
export const COMMON = {
  billOn: Type.Optional(Type.Enum(['burl', 'impression', 'win'])),
  currency: Type.Optional(CurrencyCode),
};

/** What a partner behind HTTP may have. */
export const REMOTE = { headers: Type.Optional(Headers), only: Type.Optional(OnlySchema) };

export const Milliseconds = Type.Integer({ minimum: 1, maximum: 5000 });
export const CallsPerSecond = Type.Integer({ minimum: 1, maximum: 1_000_000 });

function headersFault(headers: unknown): string | undefined {
  if (!isObject(headers)) return 'got no object';
  const entries = Object.entries(headers);
  if (entries.length > HEADERS_MAX) return `got ${entries.length}`;
  const seen = new Set<string>();
  for (const [name, value] of entries) {
    const shown = JSON.stringify(name.slice(0, 100));
    const lower = name.toLowerCase();
    if (!NAME.test(name)) return `${shown} is no header name`;
    if (RESERVED.has(lower)) return `${shown} is set by the exchange`;
    if (seen.has(lower)) return `${shown} is there twice`;
    seen.add(lower);
    if (typeof value !== 'string') return `the value of ${shown} is no string`;
    if (value.length > VALUE_LENGTH_MAX || !VALUE.test(value)) {
      return `the value of ${shown} is not 1 to ${VALUE_LENGTH_MAX} printable ASCII characters`;
    }
  }
  return undefined;
}
