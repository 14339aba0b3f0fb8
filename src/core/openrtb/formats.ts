import Type, { type Static } from 'typebox';
import { perObject } from '../../lib/lookup.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { list } from './fields.ts';
import {
  type FormatPart,
  KNOWN_FORMATS,
  type KnownFormat,
  REFERENCE_AGENT,
} from './known-formats.ts';
import type { NativeAsset, NativeRequest } from './native-request.ts';
import type { NativeResponse, NativeResponseAsset } from './native-response.ts';
import { classified, required } from './privacy-class.ts';
import { REQUEST_ITEMS_MAX } from './size-limits.ts';

/** The ad-format declaration, `imp.ext.service.adcpFormats`: which AdCP formats the publisher can draw. */

export const AGENT_URL_EXPECTS = 'a valid HTTPS URL';

const AgentUrl = Type.Refine(
  Type.String({ expects: AGENT_URL_EXPECTS, examples: ['https://creative.adcontextprotocol.org'] }),
  isHttpsUrl,
);

/** What URL parsers repair in silence: white space, backslashes, a missing host, broken percent signs. */
const HTTPS_URL = /^https:\/\/[^\s\\<>"{}|^`/?#][^\s\\<>"{}|^`]*$/iu;
const BROKEN_PERCENT = /%(?![0-9a-f]{2})/i;

/** How nearly all requests write it needs no parsing. */
const USUAL_AGENT = REFERENCE_AGENT.slice(0, -1);

export function isHttpsUrl(text: string): boolean {
  if (text === USUAL_AGENT || text === REFERENCE_AGENT) return true;
  return (
    HTTPS_URL.test(text) && !BROKEN_PERCENT.test(text) && text.isWellFormed() && URL.canParse(text)
  );
}

const FormatReference = classified(
  {
    agent_url: required('context', AgentUrl),
    id: required('context', Type.String({ minLength: 1 })),
  },
  {
    width: ['context', 'measure'],
    height: ['context', 'measure'],
    duration_ms: ['context', 'measure'],
    pixel_ratio: ['context', 'measure'],
  },
);

export const FormatsSchema = list(FormatReference, REQUEST_ITEMS_MAX.formats, { minItems: 1 });

export type FormatReference = DeepReadonly<Static<typeof FormatReference>>;

const PARTS_BY_DATA_TYPE: Readonly<Record<number, readonly FormatPart[]>> = {
  1: ['sponsored'],
  2: ['description'],
  12: ['cta'],
};

const TITLE: readonly FormatPart[] = ['title'];
const ICON: readonly FormatPart[] = ['icon'];
const ANY_IMAGE: readonly FormatPart[] = ['image', 'icon'];
const PARTS_BY_IMAGE_TYPE: typeof PARTS_BY_DATA_TYPE = { 3: ['image'] };

/** The parts that an asset of the native request can hold. An image without a type may be either image. */
function partsOf({ title, img, data }: NativeAsset): readonly FormatPart[] {
  if (title !== undefined) return TITLE;
  if (img === undefined) return PARTS_BY_DATA_TYPE[data?.type ?? 0] ?? [];
  return img.type === undefined ? ANY_IMAGE : (PARTS_BY_IMAGE_TYPE[img.type] ?? ICON);
}

/** Whether an ad has all that a format needs. */
export function meetsFormat(
  ad: NativeResponse,
  request: NativeRequest,
  { requires, titleLengthMax = Number.POSITIVE_INFINITY }: KnownFormat,
): boolean {
  const { parts, titleLength } = filledParts(ad, request);
  for (const part of requires) {
    if (!parts.has(part) || (part === 'title' && titleLength > titleLengthMax)) return false;
  }
  return true;
}

/** An ad is compared with one format after another, and with those of the next request. */
const lastFilled = new WeakMap<NativeResponse, ReturnType<typeof readFilledParts>>();

function filledParts(ad: NativeResponse, request: NativeRequest) {
  const last = lastFilled.get(ad);
  if (last?.request === request) return last;
  const filled = readFilledParts(ad, request);
  lastFilled.set(ad, filled);
  return filled;
}

/** The parts of a native request that an ad fills, and the length of its shortest title. */
function readFilledParts({ assets = [] }: NativeResponse, request: NativeRequest) {
  const asked = assetsById(request);
  const parts = new Set<FormatPart>();
  let titleLength = Number.POSITIVE_INFINITY;
  for (const answer of assets) {
    const asset = asked.get(answer.id);
    if (asset === undefined) continue;
    for (const part of partsOf(asset)) {
      if (!isFilled(answer, part)) continue;
      parts.add(part);
      if (part === 'title') {
        titleLength = Math.min(titleLength, [...(answer.title?.text ?? '')].length);
      }
    }
  }
  return { request, parts, titleLength };
}

const assetsById = perObject(
  ({ assets }: NativeRequest) => new Map(assets.map((asset) => [asset.id, asset])),
);

/** A text without a visible character fills nothing (ruling 43). */
function isFilled({ title, img, data }: NativeResponseAsset, part: FormatPart): boolean {
  if (part === 'image' || part === 'icon') return img !== undefined;
  const text = part === 'title' ? title?.text : data?.value;
  return text !== undefined && text.trim() !== '';
}

/** The parts that the assets of a native request can hold. */
const partsAskedFor = perObject(
  ({ assets }: NativeRequest): ReadonlySet<FormatPart> => new Set(assets.flatMap(partsOf)),
);

/** The parts of the format that no asset of the native request can hold. */
export function partsNotAskedFor(
  request: NativeRequest,
  format: KnownFormat,
): readonly FormatPart[] {
  return format.requires.filter((part) => !partsAskedFor(request).has(part));
}

/** Whether any ad could meet the format: only assets that were asked for can be answered. */
export function canBeMet(request: NativeRequest, format: KnownFormat): boolean {
  const asked = partsAskedFor(request);
  for (const part of format.requires) if (!asked.has(part)) return false;
  return true;
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

/** A longer one is nobody's, and is not parsed. */
const AGENT_URL_CHARACTERS_MAX = 2048;

function comparable(url: string): string {
  return url.length > AGENT_URL_CHARACTERS_MAX ? url : canonicalAgentUrl(url);
}

/** The formats that this exchange knows: those above and those of the config (ruling 56). */
export type Formats = ReturnType<typeof createFormats>;

const NO_FORMATS: readonly KnownFormat[] = [];

export function createFormats(added: readonly KnownFormat[] = []) {
  const list: readonly KnownFormat[] = [
    ...KNOWN_FORMATS,
    ...added.map((format) => ({ ...format, agent_url: canonicalAgentUrl(format.agent_url) })),
  ];
  const agents = new Set(list.map(({ agent_url }) => agent_url));
  /** Formats by their agents as these are usually written, with and without the last slash: no URL is parsed. */
  const usual = new Map<string, readonly KnownFormat[]>();
  for (const url of agents) {
    const own = list.filter(({ agent_url }) => agent_url === url);
    usual.set(url, own);
    const bare = url.replace(/\/$/, '');
    const ownOfBare = own.map((format) => ({ ...format, agent_url: bare }));
    if (bare !== url) usual.set(bare, ownOfBare);
  }
  return {
    list,
    isKnownAgent: (url: string) => usual.has(url) || agents.has(comparable(url)),
    /** With the URL of the agent as the reference has it, since the response echoes it. */
    find({ agent_url, id }: FormatReference): KnownFormat | undefined {
      const known = usual.get(agent_url) ?? usual.get(comparable(agent_url));
      for (const format of known ?? NO_FORMATS) {
        if (format.id !== id) continue;
        return format.agent_url === agent_url ? format : { ...format, agent_url };
      }
      return undefined;
    },
  };
}

export const DEFAULT_FORMATS = createFormats();
