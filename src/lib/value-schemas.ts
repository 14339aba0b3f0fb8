import Type from 'typebox';

/** A text that is refused with what was expected, whatever is wrong with it. */
export function checkedText(
  expects: string,
  isRight: (text: string) => boolean,
  maxLength?: number,
) {
  const bound = maxLength === undefined ? {} : { maxLength };
  return Type.Refine(Type.String({ ...bound, expects }), isRight);
}

/** A URL with one of the schemes. Refused without being shown: URLs hold passwords, and refusals end up in logs. */
function url(schemes: readonly string[]) {
  const starts = schemes.map((scheme) => `${scheme}//`).join(' or ');
  return Type.Refine(
    Type.String(),
    (text) => schemes.includes(URL.parse(text)?.protocol ?? ''),
    (text) => {
      const protocol = URL.parse(text)?.protocol;
      const got = protocol === undefined ? 'no URL' : `one that starts with ${protocol}`;
      return `expected a URL that starts with ${starts}, but got ${got}`;
    },
  );
}

export const HttpUrl = url(['http:', 'https:']);

/** Values that several sections of the config have. */

export const Domain = Type.String({
  pattern: '^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z0-9-]{2,63}$',
  expects: 'a host name in lower case, like example.com',
});

export const PerSecond = Type.Integer({ minimum: 1, maximum: 10_000_000 });

export const TOKEN_LENGTH_MIN = 16;

/** As with URLs, only what is wrong with it may be shown. */
export const Token = Type.Refine(
  Type.String(),
  (text) => text.length >= TOKEN_LENGTH_MIN,
  (text) => `expected at least ${TOKEN_LENGTH_MIN} characters, but got ${text.length}`,
);

/** Paths are added to it. */
export const BaseUrl = Type.Refine(
  HttpUrl,
  (text) => !/[?#]/.test(text),
  (text) =>
    `expected a URL that ends with its path, but got one with a ${text.includes('?') ? 'query (?)' : 'fragment (#)'}`,
);

export const RedisUrl = url(['redis:', 'rediss:']);
export const DatabaseUrl = url(['postgres:', 'postgresql:']);

const KEYS_MAX = 10;

/** A list of secrets. It has no schema for its items: the sentence about a wrong item would show a key. */
export function keyList(lengthMin: number, pattern: RegExp = /^/, characters = '') {
  const faultOf = (keys: unknown) => keysFault(keys, lengthMin, pattern);
  return Type.Refine(
    Type.Unsafe<string[]>({}),
    (keys) => faultOf(keys) === undefined,
    (keys) =>
      `expected a list of 1 to ${KEYS_MAX} keys of at least ${lengthMin} characters${characters}, but ${faultOf(keys)}`,
  );
}

function keysFault(keys: unknown, lengthMin: number, pattern: RegExp): string | undefined {
  if (!Array.isArray(keys)) return 'got no list';
  if (keys.length < 1 || keys.length > KEYS_MAX) return `got ${keys.length}`;
  const spaced = keys.findIndex((key: unknown) => typeof key === 'string' && !pattern.test(key));
  if (spaced !== -1) return `key ${spaced + 1} has a space`;
  const lengths = keys.map((key: unknown) => (typeof key === 'string' ? key.length : undefined));
  const bad = lengths.findIndex((length) => (length ?? 0) < lengthMin);
  if (bad === -1) return undefined;
  const length = lengths[bad];
  return `key ${bad + 1} ${length === undefined ? 'is no string' : `has ${length}`}`;
}

/** A time that is none is refused: as no time at all, it would find what nobody asked for. */
export const OptionalTime = Type.Optional(
  checkedText('a time like 2026-11-01T09:30Z', (text) => !Number.isNaN(Date.parse(text))),
);
