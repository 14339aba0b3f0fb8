import type { EnabledClasses } from '../../src/language/sensitive/matcher.ts';
import { SENSITIVE_CLASSES } from '../../src/language/sensitive/word-list.ts';
import { isRecord } from './safe-text.ts';
import type { Message, Signals } from './signals/signals.ts';

export type ParleyOptions = {
  /** The exchange's base URL. */
  readonly url: string;
  /** Your publisher id at the exchange. */
  readonly publisher: string;
  /** Where your chat is, like `https://chat.example.com`. Of it, the origin alone is sent. */
  readonly site?: string;
  /** Sent as `Authorization: Bearer`, where the exchange asks for a key. */
  readonly key?: string;
  /**
   * Test mode: never billed, and filled at each turn, beside a greeting too. Only distress, a language that is not read and a child
   * still get no ad.
   */
  readonly test?: boolean;
  /** Which classes of sensitive messages get no ad. `crisis` does unless it is set to false. */
  readonly sensitive?: EnabledClasses;
  /** The longest `ask` takes, in milliseconds. */
  readonly timeoutMs?: number;
  /**
   * The first message of a conversation that may get an ad. Without it, the second; the first too where the person wants
   * to buy or to compare.
   */
  readonly firstTurn?: number;
  /** From there, every how many messages may get one. */
  readonly everyTurns?: number;
  /** Whether an advertiser may be shown twice in a row in one conversation. */
  readonly repeatsAdvertiser?: boolean;
  /** No ad rather than one that has nothing to do with the conversation. True unless it is set to false. */
  readonly onlyRelevant?: boolean;
  /** Reads the conversation in place of `rules`, which take over where it fails or takes too long. */
  readonly extract?: ExtractSignals;
  /** How many proxies of your own stand in front of your server: whose `X-Forwarded-*` is believed. */
  readonly trustedProxies?: number;
};

export type ExtractSignals = (
  messages: readonly Message[],
  options: { readonly signal: AbortSignal },
) => Promise<ExtractedSignals>;

/** What a model of your own reads. What it leaves out, the rules' own reading stands for. */
export type ExtractedSignals = Omit<Signals, 'unwanted' | 'categories'> &
  Partial<Pick<Signals, 'unwanted' | 'categories'>>;

/** The options, checked and complete. */
export type Settings = {
  readonly bidUrl: string;
  /** Answers at once and does nothing. */
  readonly healthUrl: string;
  readonly publisher: string;
  /** The origin of the chat's pages; undefined where only the HTTP request tells it. */
  readonly origin: string | undefined;
  readonly key: string | undefined;
  readonly isTest: boolean;
  readonly sensitive: Readonly<Record<string, boolean>>;
  readonly timeoutMs: number;
  /** `when-wanted`: the second, or the first where the person wants to buy or to compare. */
  readonly firstTurn: number | 'when-wanted';
  readonly everyTurns: number;
  readonly repeatsAdvertiser: boolean;
  readonly onlyRelevant: boolean;
  readonly extract: ExtractSignals | undefined;
  readonly trustedProxies: number;
};

/** Slightly above the 500 ms that an exchange takes at most unless configured otherwise. */
const TIMEOUT_MS = 600;
const TIMEOUT_MS_MIN = 100;
const TIMEOUT_MS_MAX = 10_000;
const PROXIES_MAX = 10;

/** For those whom no compiler tells. */
const KINDS: Readonly<Record<keyof ParleyOptions, Kind>> = {
  url: 'a string',
  publisher: 'a string',
  site: 'a string',
  key: 'a string',
  test: 'a boolean',
  sensitive: 'an object',
  timeoutMs: 'a number',
  firstTurn: 'a number',
  everyTurns: 'a number',
  repeatsAdvertiser: 'a boolean',
  onlyRelevant: 'a boolean',
  extract: 'a function',
  trustedProxies: 'a number',
};

/** Throws where an option is wrong: that is a mistake in the program, found when it starts. */
export function readOptions(options: ParleyOptions): Settings {
  expectFields('createParley', options, KINDS);
  const { timeoutMs, firstTurn, everyTurns, trustedProxies } = options;
  if (typeof options.publisher !== 'string' || options.publisher === '') {
    throw new TypeError(`publisher: expected your publisher id, got ${said(options.publisher)}`);
  }
  const baseUrl = baseUrlOf(options.url);
  return {
    bidUrl: `${baseUrl}${PATH}`,
    healthUrl: `${baseUrl}/healthz`,
    publisher: options.publisher,
    origin: options.site === undefined ? originOfThisPage() : originOf(options.site),
    key: keyOf(options.key),
    isTest: options.test ?? false,
    sensitive: readClasses(options.sensitive ?? {}),
    timeoutMs: whole('timeoutMs', timeoutMs ?? TIMEOUT_MS, TIMEOUT_MS_MIN, TIMEOUT_MS_MAX),
    firstTurn:
      firstTurn === undefined
        ? 'when-wanted'
        : whole('firstTurn', firstTurn, 1, Number.MAX_SAFE_INTEGER),
    everyTurns: whole('everyTurns', everyTurns ?? 1, 1, Number.MAX_SAFE_INTEGER),
    repeatsAdvertiser: options.repeatsAdvertiser ?? false,
    onlyRelevant: options.onlyRelevant ?? true,
    extract: options.extract,
    trustedProxies: whole('trustedProxies', trustedProxies ?? 0, 0, PROXIES_MAX),
  };
}

/** What no header can carry would fail with each request, and the error would have the key in it. */
function keyOf(key: string | undefined): string | undefined {
  if (key === undefined || key === '') return undefined;
  if (/^[ -~]+$/.test(key)) return key;
  throw new TypeError('key: expected letters, digits and signs of ASCII, got others');
}

const CLASSES: Readonly<Record<string, Kind>> = Object.fromEntries(
  SENSITIVE_CLASSES.map((name) => [name, 'a boolean']),
);

function readClasses(chosen: EnabledClasses): Settings['sensitive'] {
  expectFields('sensitive', chosen, CLASSES);
  return { ...chosen, crisis: chosen.crisis ?? true };
}

/** Where answers are for pages that call the notices themselves: none of them reads a price (ruling 70). */
const PATH = '/openrtb2/auction';

function baseUrlOf(url: string): string {
  const { origin, pathname } = webAddress(
    url,
    'url: expected the http or https address of the exchange',
  );
  return `${origin}${pathname.replace(/\/$/, '')}`;
}

/** A path, a query or a fragment may tell of a person or of a conversation. */
function originOf(site: string): string {
  return webAddress(site, 'site: expected the http or https address of your chat').origin;
}

function webAddress(address: string, expected: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`${expected}, got ${said(address)}`);
  }
  return url;
}

/** In a browser, which knows where it is; a server does not. */
function originOfThisPage(): string | undefined {
  const { location } = globalThis as { readonly location?: { readonly origin: string } };
  return location !== undefined && /^https?:/.test(location.origin) ? location.origin : undefined;
}

function whole(name: string, value: number, minimum: number, maximum: number): number {
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  const upTo = maximum === Number.MAX_SAFE_INTEGER ? 'or more' : `to ${maximum}`;
  throw new TypeError(`${name}: expected an integer, ${minimum} ${upTo}, got ${said(value)}`);
}

function said(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

export type Kind = 'a string' | 'a number' | 'a boolean' | 'an object' | 'a function';

/** Throws for what is no object, for a name that nobody reads, and for a value of another kind than its name has. */
function expectFields(where: string, value: unknown, kinds: Readonly<Record<string, Kind>>): void {
  if (!isRecord(value)) throw new TypeError(`${where}: expected an object, got ${kindOf(value)}`);
  for (const [name, field] of Object.entries(value)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) {
      const names = Object.keys(kinds).join(', ');
      throw new TypeError(`${where}: expected ${names}, got ${JSON.stringify(name)}`);
    }
    // The kind and not the value: it may be a key.
    if (field !== undefined && kindOf(field) !== kind) {
      throw new TypeError(`${name}: expected ${kind}, got ${kindOf(field)}`);
    }
  }
}

/** What a value is, for a sentence that may not repeat it. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Of package.json, where npm only warns. An older one has no `crypto`, which would be noticed at the first question. */
const NODE_MIN = 20;

type Runtime = { readonly process?: { readonly versions?: { readonly node?: string } } };

/** Throws on a Node that is too old. Browsers and workers name none, and Bun the one whose interfaces it has. */
export function expectNode(runtime: object): void {
  const { process } = runtime as Runtime;
  const version = process?.versions?.node;
  if (version !== undefined && Number.parseInt(version, 10) < NODE_MIN) {
    throw new Error(`@parley/kit: expected Node ${NODE_MIN} or later, but got v${version}`);
  }
}
