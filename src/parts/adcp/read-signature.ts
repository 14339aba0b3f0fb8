/**
 * The headers of RFC 9421, as far as the AdCP profile has them: each label has a list of names in quotes and its
 * parameters. They have to be in the canonical form of RFC 8941, since what was signed contains them byte by byte.
 */
export type SignatureInput = {
  readonly label: string;
  readonly components: readonly string[];
  /** The list and its parameters, as they came. */
  readonly text: string;
  readonly params: ReadonlyMap<string, string | number>;
};

/** A longer one is malformed. */
export const SIGNATURE_HEADER_LENGTH_MAX = 4096;

const QUOTED = String.raw`"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"`;
const LABEL = '[a-z*][a-z0-9_.*-]*';
const LIST = String.raw`\((?:${QUOTED}(?: ${QUOTED})*)?\)`;
const VALUE = String.raw`-?\d{1,15}|${QUOTED}`;
const PARAMS = `(?:;${LABEL}=(?:${VALUE}))*`;

const INPUT_MEMBER = new RegExp(`(${LABEL})=((${LIST})(${PARAMS}))`, 'y');
const BYTES_MEMBER = /([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/_-]*={0,2}):/y;
const COMMA = /[ \t]*,[ \t]*/y;

/** Of several, `sig1`, else the first: exactly one is looked at. undefined: malformed. */
export function readSignatureInput(header: string): SignatureInput | undefined {
  const members = membersOf(header, INPUT_MEMBER);
  const [, label = '', text = '', list = '', params = ''] =
    members?.find(([, name]) => name === 'sig1') ?? members?.[0] ?? [];
  const read = paramsOf(params);
  if (label === '' || read === undefined) return undefined;
  return { label, text, components: [...list.matchAll(QUOTED_ALL)].map(unquoted), params: read };
}

/** The bytes of a dictionary under a name. undefined: malformed, or there are none. */
export function readBytes(header: string, label: string): Uint8Array | undefined {
  const [, , text] = membersOf(header, BYTES_MEMBER)?.find(([, name]) => name === label) ?? [];
  if (text === undefined) return undefined;
  // Signers use either alphabet. A text with both has several readings.
  if (/[-_]/.test(text) && /[+/=]/.test(text)) return undefined;
  return Buffer.from(text, 'base64url');
}

type Member = readonly [whole: string, ...parts: string[]];

/** All of the header, or nothing. A name that is there twice could mean one thing here and another to a proxy. */
function membersOf(header: string, pattern: RegExp): readonly Member[] | undefined {
  if (header.length > SIGNATURE_HEADER_LENGTH_MAX) return undefined;
  const members: Member[] = [];
  let at = 0;
  while (at < header.length) {
    const member = matchAt(pattern, header, at);
    if (member === undefined || members.some(([, name]) => name === member[1])) return undefined;
    members.push(member);
    at += member[0].length;
    if (at === header.length) return members;
    const comma = matchAt(COMMA, header, at);
    if (comma === undefined) return undefined;
    at += comma[0].length;
  }
  return undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): Member | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [whole, ...parts] = match;
  return [whole, ...parts];
}

const QUOTED_ALL = new RegExp(QUOTED, 'g');
const PARAM_ALL = new RegExp(`;(${LABEL})=(${VALUE})`, 'g');

const unquoted = ([text]: readonly string[]) => (text ?? '').slice(1, -1).replace(/\\(.)/g, '$1');

/** undefined: one is there twice. */
function paramsOf(text: string): ReadonlyMap<string, string | number> | undefined {
  const params = new Map<string, string | number>();
  for (const [, name = '', value = ''] of text.matchAll(PARAM_ALL)) {
    if (params.has(name)) return undefined;
    params.set(name, value.startsWith('"') ? unquoted([value]) : Number(value));
  }
  return params;
}
