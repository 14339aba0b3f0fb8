import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../lib/readonly.ts';
import { isLonger } from '../lib/text.ts';
import type { NativeAsset, NativeRequest } from './native-request.ts';
import type { NativeResponse, NativeResponseAsset } from './native-response.ts';
import { classified } from './privacy-class.ts';

/** The ad-format declaration, `imp.ext.service.adcpFormats`: which AdCP formats the publisher can draw. */

const AGENT_URL_EXPECTS = 'a valid HTTPS URL';

const AgentUrl = Type.Refine(
  Type.String({ expects: AGENT_URL_EXPECTS, examples: ['https://creative.adcontextprotocol.org'] }),
  isHttpsUrl,
  () => AGENT_URL_EXPECTS,
);

/** What URL parsers repair in silence: white space, backslashes, a missing host, broken percent signs. */
const HTTPS_URL = /^https:\/\/[^\s\\<>"{}|^`/?#][^\s\\<>"{}|^`]*$/iu;
const BROKEN_PERCENT = /%(?![0-9a-f]{2})/i;

function isHttpsUrl(text: string): boolean {
  return AGENT_BY_USUAL_SPELLING.has(text) || isWrittenAsHttpsUrl(text);
}

function isWrittenAsHttpsUrl(text: string): boolean {
  return (
    HTTPS_URL.test(text) && !BROKEN_PERCENT.test(text) && text.isWellFormed() && URL.canParse(text)
  );
}

const FormatReference = classified(
  { agent_url: AgentUrl, id: Type.String({ minLength: 1 }) },
  {
    agent_url: 'context',
    id: 'context',
    width: 'context',
    height: 'context',
    duration_ms: 'context',
    pixel_ratio: 'context',
  },
);

export const FormatsSchema = Type.Array(FormatReference, { minItems: 1 });

export type FormatReference = DeepReadonly<Static<typeof FormatReference>>;

/** What a format needs, in the terms of a native request: an image or data type, or a title. */
export type FormatPart = 'title' | 'icon' | 'image' | 'description' | 'sponsored' | 'cta';

export type KnownFormat = {
  readonly agent_url: string;
  readonly id: string;
  readonly description: string;
  readonly requires: readonly FormatPart[];
  readonly titleLengthMax?: number;
};

const REFERENCE_AGENT = 'https://creative.adcontextprotocol.org/';

/** The reference agent's native formats, known offline: a request's `agent_url` is never fetched. */
export const KNOWN_FORMATS: readonly KnownFormat[] = [
  {
    agent_url: REFERENCE_AGENT,
    id: 'native_standard',
    description: 'Title, text, main image, call to action and sponsor',
    requires: ['title', 'description', 'image', 'cta', 'sponsored'],
  },
  {
    agent_url: REFERENCE_AGENT,
    id: 'native_content',
    description: 'Headline, text and thumbnail in the style of the content around it',
    requires: ['title', 'description', 'image', 'sponsored'],
  },
  {
    agent_url: REFERENCE_AGENT,
    id: 'sponsored_recommendation',
    description: 'A recommendation inside an assistant’s answer',
    requires: ['title', 'description', 'sponsored'],
    titleLengthMax: 50,
  },
  {
    agent_url: REFERENCE_AGENT,
    id: 'native_mention',
    description: 'One sponsored sentence inside an assistant’s answer',
    requires: ['title', 'sponsored'],
    titleLengthMax: 100,
  },
  {
    agent_url: REFERENCE_AGENT,
    id: 'native_product_card',
    description: 'A product with its picture and call to action',
    requires: ['title', 'image', 'cta', 'sponsored'],
    titleLengthMax: 60,
  },
];

const PART_BY_DATA_TYPE: Readonly<Record<number, FormatPart>> = {
  1: 'sponsored',
  2: 'description',
  12: 'cta',
};

/** Whether an asset of the native request can hold a part. An image without a type may be either image. */
function isFor({ title, img, data }: NativeAsset, part: FormatPart): boolean {
  if (title !== undefined) return part === 'title';
  if (img !== undefined) {
    if (img.type === undefined) return part === 'image' || part === 'icon';
    return part === (img.type === MAIN_IMAGE ? 'image' : 'icon');
  }
  return data !== undefined && PART_BY_DATA_TYPE[data.type] === part;
}

const MAIN_IMAGE = 3;

/** Whether an ad has all that a format needs. */
export function meetsFormat(
  ad: NativeResponse,
  request: NativeRequest,
  format: KnownFormat,
): boolean {
  for (const part of format.requires) if (!hasPart(ad, request, part, format)) return false;
  return true;
}

function hasPart(
  { assets = [] }: NativeResponse,
  request: NativeRequest,
  part: FormatPart,
  { titleLengthMax = Number.POSITIVE_INFINITY }: KnownFormat,
): boolean {
  for (const asked of request.assets) {
    if (!isFor(asked, part)) continue;
    for (const answer of assets) {
      if (answer.id !== asked.id) continue;
      if (isFilled(answer, part, titleLengthMax)) return true;
      break;
    }
  }
  return false;
}

/** A text without a visible character fills nothing (ruling 43). */
function isFilled(
  { title, img, data }: NativeResponseAsset,
  part: FormatPart,
  titleLengthMax: number,
): boolean {
  if (part === 'image' || part === 'icon') return img !== undefined;
  const text = part === 'title' ? title?.text : data?.value;
  if (text === undefined || text.trim() === '') return false;
  return part !== 'title' || !isLonger(text, titleLengthMax);
}

/** The parts of the format that no asset of the native request can hold. */
export function partsNotAskedFor(
  request: NativeRequest,
  format: KnownFormat,
): readonly FormatPart[] {
  return format.requires.filter((part) => !request.assets.some((asked) => isFor(asked, part)));
}

/** Whether any ad could meet the format: only assets that were asked for can be answered. */
export function canBeMet(request: NativeRequest, format: KnownFormat): boolean {
  return format.requires.every((part) => request.assets.some((asked) => isFor(asked, part)));
}

/**
 * The URL in the form in which two of them can be compared: lower-case scheme and host, no user name,
 * default port or fragment, an empty path as `/`, percent-encodings in capitals and only where needed. The
 * query stays as it is written.
 */
export function canonicalAgentUrl(url: string): string {
  const parsed = new URL(url);
  parsed.username = '';
  parsed.password = '';
  parsed.hash = '';
  parsed.search = '';
  const path = parsed.href.replace(/%[0-9a-fA-F]{2}/g, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : encoded.toUpperCase();
  });
  return path + (/^[^?#]*(\?[^#]*)/.exec(url)?.[1] ?? '');
}

const KNOWN_AGENTS: ReadonlySet<string> = new Set(KNOWN_FORMATS.map((format) => format.agent_url));

/** How known agents are usually written, with and without the last slash, needs no parsing. */
const AGENT_BY_USUAL_SPELLING: ReadonlyMap<string, string> = new Map(
  [...KNOWN_AGENTS].flatMap((url) => [
    [url, url],
    [url.replace(/\/$/, ''), url],
  ]),
);

export function isKnownAgent(url: string): boolean {
  return AGENT_BY_USUAL_SPELLING.has(url) || KNOWN_AGENTS.has(canonicalAgentUrl(url));
}

export function findKnownFormat({ agent_url, id }: FormatReference): KnownFormat | undefined {
  const agent = AGENT_BY_USUAL_SPELLING.get(agent_url) ?? canonicalAgentUrl(agent_url);
  return KNOWN_FORMATS.find((format) => format.id === id && format.agent_url === agent);
}
