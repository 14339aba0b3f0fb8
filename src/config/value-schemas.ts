import Type from 'typebox';

/** Values that several sections of the config have. */

export const PerSecond = Type.Integer({ minimum: 1, maximum: 10_000_000 });

export const TOKEN_LENGTH_MIN = 16;

/** Refused without being shown: connection URLs hold passwords, and refusals end up in logs. */
export function url(schemes: readonly string[]) {
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

export const RedisUrl = url(['redis:', 'rediss:']);
export const DatabaseUrl = url(['postgres:', 'postgresql:']);
