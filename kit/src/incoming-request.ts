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
