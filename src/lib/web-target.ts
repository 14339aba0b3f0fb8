/** Addresses that strangers name, before they are called. */

const ADDRESS_LENGTH_MAX = 2048;

const REDIRECTING: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return REDIRECTING.has(status);
}

/** A sentence without its subject: why an address is not called. */
type BadTarget = { readonly reason: string };

/** Where an answer that redirects leads to. */
export function redirectOf(
  { status, headers }: { readonly status: number; readonly headers?: ReadonlyMap<string, string> },
  from: string,
  scheme?: 'https:',
): URL | BadTarget {
  const location = headers?.get('location') ?? '';
  if (location === '') return { reason: `it redirects (${status}) to nowhere` };
  return allowedTarget(location, scheme, from);
}

/** Only the usual ports, and no password: a redirect is not to try the services of other servers. */
export function allowedTarget(location: string, scheme?: 'https:', from?: string): URL | BadTarget {
  const target = webTarget(location, scheme, from);
  if (target === undefined) {
    return { reason: `it leads to what is no ${scheme === undefined ? 'http' : 'https'} address` };
  }
  if (target.port !== '' || target.username !== '' || target.password !== '') {
    return { reason: 'it leads to an address with a port or a password' };
  }
  return target;
}

/** An address that is not too long, of this scheme or of any of the web. */
export function webTarget(location: string, scheme?: 'https:', from?: string): URL | undefined {
  const target = location.length > ADDRESS_LENGTH_MAX ? null : URL.parse(location, from);
  const isHttp = target?.protocol === 'https:' || target?.protocol === 'http:';
  if (target === null || !isHttp || (scheme !== undefined && target.protocol !== scheme)) {
    return undefined;
  }
  return target;
}

/** What resolvers say of a name that does not exist, and of any name where there is no network. */
const NOT_LOOKED_UP = /ENOTFOUND|EAI_|ENETUNREACH|EHOSTUNREACH/;

export function failureWords(failure: string): string {
  if (!NOT_LOOKED_UP.test(failure)) return failure;
  return `the name was not found (${failure}): it does not exist, or this machine is offline`;
}
