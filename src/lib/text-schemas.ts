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

export const HttpUrl = url(['http:', 'https:']);
