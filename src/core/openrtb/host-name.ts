import { domainToASCII } from 'node:url';
import { type Lookup, lookupOf, perObject } from '../../lib/lookup.ts';

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/** A host name of two or more labels (ruling 24). The last one is no number: `192.0.2.1` is an address. */
export const DOMAIN_PATTERN = `^(?:${LABEL}\\.)+(?![0-9]+$)${LABEL}$`;

/** With the dots of a host name at most. */
export const DOMAIN_LENGTH_MAX = 253;

/** Browsers take no longer URLs. */
const TEXT_LENGTH_MAX = 2048;

/** The host in what may be a URL, in punycode where it has other alphabets. Empty if there is none. */
export function hostIn(text: string): string {
  if (text.length > TEXT_LENGTH_MAX) return '';
  const host = withoutLastDots(ASCII.test(text) ? text : authorityOf(text));
  return ASCII.test(host) ? host : withoutLastDots(domainToASCII(host));
}

const ASCII = /^[A-Za-z0-9.-]*$/;

function authorityOf(text: string): string {
  const [authority = ''] = text
    .trim()
    .replace(/^(?:https?:[/\\]*|(?:[a-z][a-z0-9+.-]*:)?[/\\]{2})/i, '')
    .split(/[/?#\\]/, 1);
  const hostAndPort = authority.slice(authority.lastIndexOf('@') + 1);
  return hostAndPort.replace(/:[0-9]*$/, '').trim();
}

function withoutLastDots(host: string): string {
  let end = host.length;
  while (host.charCodeAt(end - 1) === DOT) end--;
  return host.slice(0, end);
}

const DOT = 46;

/** As nearly all advertisers are named. */
const PLAIN = new RegExp(DOMAIN_PATTERN.replaceAll('A-Z', '').replace('^', '^(?!www\\.)'));
const DOMAIN = new RegExp(DOMAIN_PATTERN);
const WWW = 'www.';

/** The domain by which an advertiser is compared and shown (ruling 71), without `www.`. Undefined for what is none. */
export function advertiserDomain(text: string): string | undefined {
  if (text.length <= DOMAIN_LENGTH_MAX && PLAIN.test(text)) return text;
  const host = hostIn(text).toLowerCase();
  if (host.length > DOMAIN_LENGTH_MAX || !DOMAIN.test(host)) return undefined;
  const bare = host.startsWith(WWW) ? host.slice(WWW.length) : host;
  // `www.example` is a domain of its own, where `example` alone is none.
  return bare.includes('.') ? bare : host;
}

const UNDER = /^(?:\*?\.)+/;

/**
 * The domain that an entry of a list of advertisers names. Lists may also name a top-level domain, and all that is
 * under a domain as `*.example.com`. Undefined for an entry that no advertiser can have.
 */
export function listedDomain(entry: string): string | undefined {
  const name = (/\s/.test(entry) ? withoutSpaces(entry) : entry).replace(UNDER, '');
  const domain = advertiserDomain(name);
  if (domain !== undefined) return domain;
  const label = hostIn(name).toLowerCase();
  return /^[a-z][a-z0-9-]*$/.test(label) ? label : undefined;
}

/** `ok .example` → `ok.example` */
function withoutSpaces(entry: string): string {
  return entry
    .split('.')
    .map((label) => label.trim())
    .join('.');
}

/** The domains of a list, as those of advertisers are compared with them (ruling 71). */
const domainsIn = perObject(
  (list: readonly string[]): Lookup<string> =>
    lookupOf(list.map(listedDomain).filter((domain) => domain !== undefined)),
);

/** Whether the list has the domain. */
export function hasDomain(list: readonly string[], domain: string): boolean {
  return list.length > 0 && domainsIn(list).has(domain);
}

/** Whether the list has the domain or one that it is under. */
export function coversDomain(list: readonly string[], domain: string): boolean {
  if (list.length === 0) return false;
  const domains = domainsIn(list);
  for (let name = domain; ; name = name.slice(name.indexOf('.') + 1)) {
    if (domains.has(name)) return true;
    if (!name.includes('.')) return false;
  }
}
