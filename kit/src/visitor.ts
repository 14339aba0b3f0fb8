import type { Why } from './ad.ts';
import type { Settings } from './options.ts';
import { safeText } from './safe-text.ts';

/** The HTTP request your server received: a web `Request`, or the one of Node's `http` and what builds on it. */
export type IncomingRequest = {
  readonly headers:
    | { readonly get: (name: string) => string | null }
    | Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly url?: string | undefined;
  readonly socket?:
    | { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean | undefined }
    | undefined;
};

export function headerOf(request: IncomingRequest | undefined, name: string): string | null {
  const headers = request?.headers;
  if (headers === undefined || headers === null) return null;
  if (typeof headers.get === 'function') return headers.get(name);
  const value = (headers as Readonly<Record<string, unknown>>)[name];
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : null;
}

export function cookieOf(request: IncomingRequest | undefined, name: string): string | null {
  for (const pair of headerOf(request, 'cookie')?.split(';') ?? []) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name) return value?.trim() ?? null;
  }
  return null;
}

/** What you know of the person's client; each field wins over what the HTTP request says. */
export type Client = {
  readonly ip?: string;
  readonly userAgent?: string;
  /** Like `en` or `de-CH`. */
  readonly language?: string;
  /** Two or three letters, ISO 3166-1. */
  readonly country?: string;
  /** Whether GDPR applies. */
  readonly gdpr?: boolean;
  /** The TCF consent string. */
  readonly consent?: string;
  /** The US Privacy string, like `1YNN`. */
  readonly usPrivacy?: string;
  readonly gpp?: string;
  readonly gppSid?: readonly number[];
  /** Global Privacy Control. */
  readonly gpc?: boolean;
  /** Whether the person is a child in the sense of COPPA. */
  readonly coppa?: boolean;
  /** Whether the last message was a suggestion that was tapped, not typed. */
  readonly isQuickReply?: boolean;
  /** Milliseconds since the conversation began. */
  readonly sessionDurationMs?: number;
  /** Milliseconds between the assistant's last message and the user's. */
  readonly thinkTimeMs?: number;
};

/** What is known of the person's client, each field fit for a bid request or absent. */
export type Visitor = {
  /** The origin of the page that the person sees, without path, query and fragment. */
  readonly page: string | null;
  readonly domain: string | null;
  readonly isSecure: boolean;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly language: string | null;
  readonly country: string | null;
  readonly gdpr: boolean | null;
  readonly consent: string | null;
  readonly usPrivacy: string | null;
  readonly gpp: string | null;
  readonly gppSid: readonly number[];
  readonly gpc: boolean;
  readonly coppa: boolean;
};

const LENGTH_MAX = { userAgent: 512, consent: 4_000 };
const GPP_SECTIONS_MAX = 50;
/** Two or more labels, and no address: what the exchange takes as `site.domain`. */
const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

export function readVisitor(
  client: Client,
  request: IncomingRequest | undefined,
  { origin, trustedProxies }: Pick<Settings, 'origin' | 'trustedProxies'>,
): Visitor {
  const isProxied = trustedProxies > 0;
  const forwarded = (name: string) => (isProxied ? headerOf(request, name) : null);
  return {
    ...(origin === undefined ? placeAskedAt(request, forwarded) : placeAt(origin)),
    ip: fitting(client.ip ?? callerOf(request, trustedProxies), ADDRESS),
    userAgent: safeText(client.userAgent ?? headerOf(request, 'user-agent'), LENGTH_MAX.userAgent),
    language: languageOf(client.language ?? headerOf(request, 'accept-language')),
    country: countryOf(client.country ?? COUNTRY_HEADERS.map(forwarded).find(isCountry)),
    gdpr: typeof client.gdpr === 'boolean' ? client.gdpr : null,
    consent: consentString(client.consent ?? cookieOf(request, 'euconsent-v2')),
    usPrivacy: fitting(client.usPrivacy ?? cookieOf(request, 'usprivacy'), /^1[YNyn-]{3}$/),
    gpp: consentString(client.gpp),
    gppSid: sectionsOf(client.gppSid),
    gpc: (client.gpc ?? headerOf(request, 'sec-gpc')?.trim() === '1') === true,
    coppa: client.coppa === true,
  };
}

type Place = Pick<Visitor, 'page' | 'domain' | 'isSecure'>;

function placeAt(origin: string): Place {
  const { protocol, hostname } = new URL(origin);
  return {
    page: origin,
    domain: fitting(hostname, DOMAIN),
    isSecure: protocol === 'https:',
  };
}

/** Where the HTTP request went. Its path is left out: it may tell of the person or of the conversation. */
function placeAskedAt(
  request: IncomingRequest | undefined,
  forwarded: (name: string) => string | null,
): Place {
  const host = forwarded('x-forwarded-host') ?? headerOf(request, 'host') ?? '';
  const isSecure = (forwarded('x-forwarded-proto') ?? schemeOf(request)) === 'https';
  const url = `${isSecure ? 'https' : 'http'}://${host}`;
  const domain = fitting(host.replace(/:\d+$/, ''), DOMAIN);
  // An address, or a name that only your network knows, is where no page is.
  const isPublic = domain !== null && URL.canParse(url);
  return { page: isPublic ? new URL(url).origin : null, domain, isSecure };
}

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*)$/i;

function fitting(value: unknown, pattern: RegExp): string | null {
  return typeof value === 'string' && pattern.test(value) ? value : null;
}

function consentString(value: unknown): string | null {
  return typeof value === 'string' && value.length <= LENGTH_MAX.consent
    ? fitting(value, /^[\w.~-]+$/)
    : null;
}

function sectionsOf(value: unknown): readonly number[] {
  const sections = Array.isArray(value) ? value.slice(0, GPP_SECTIONS_MAX) : [];
  return sections.filter((section) => Number.isSafeInteger(section) && section >= 0);
}

/** By which networks in front of servers say where a visitor is. */
const COUNTRY_HEADERS = ['cf-ipcountry', 'cloudfront-viewer-country', 'x-vercel-ip-country'];

/** Networks write XX for an unknown country and T1 for Tor. */
function isCountry(value: string | null): value is string {
  return countryOf(value) !== null;
}

function countryOf(value: unknown): string | null {
  const country = fitting(value, /^[a-z]{2,3}$/i);
  return country?.toUpperCase() === 'XX' ? null : country;
}

/** The first language a browser asks for, as OpenRTB has it: two or three letters. */
function languageOf(value: unknown): string | null {
  return typeof value === 'string'
    ? (/^\s*([a-z]{2,3})\b/i.exec(value)?.[1]?.toLowerCase() ?? null)
    : null;
}

function schemeOf(request: IncomingRequest | undefined): string {
  if (request?.socket?.encrypted === true) return 'https';
  return request?.url?.startsWith('https:') ? 'https' : 'http';
}

/** Each proxy adds whom it heard from at the right; what stands further left anybody could have written. */
function callerOf(request: IncomingRequest | undefined, trustedProxies: number): string | null {
  if (trustedProxies === 0) return unmapped(request?.socket?.remoteAddress ?? null);
  const addresses = headerOf(request, 'x-forwarded-for')?.split(',') ?? [];
  return unmapped(addresses.at(-trustedProxies)?.trim() ?? null);
}

/** Node writes IPv4 peers of a dual socket as `::ffff:192.0.2.1`. */
function unmapped(address: string | null): string | null {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? null;
}

/**
 * What may become of the address that was sent. Only signals that withhold it from every partner, without a string that
 * has to be decoded, make it `shortened`: of the others nobody here knows whether they do.
 */
export function addressOf({
  ip,
  coppa,
  gpc,
  usPrivacy,
  gdpr,
  consent,
  gpp,
}: Visitor): Why['address'] {
  if (ip === null) return 'unsent';
  const isOptedOut = usPrivacy?.[2]?.toUpperCase() === 'Y';
  const isWithoutConsent = gdpr === true && consent === null && gpp === null;
  return coppa || gpc || isOptedOut || isWithoutConsent ? 'shortened' : 'sent';
}
