const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

type Scheme = 'http' | 'https';

export function schemeOf({ tls }: { readonly tls: unknown }): Scheme {
  return tls === undefined ? 'http' : 'https';
}

/** The URL at which a server on this host and port can be reached from its own machine. */
export function serverUrl(host: string, port: number, scheme: Scheme = 'http'): string {
  if (WILDCARDS.has(host)) return `${scheme}://localhost:${port}`;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
