const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** The URL at which a server on this host and port can be reached from its own machine. */
export function serverUrl(host: string, port: number): string {
  if (WILDCARDS.has(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
