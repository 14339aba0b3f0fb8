const PREVIEW_CHARACTERS_MAX = 40;

/** A value as an error message may show it: short, on one line, with its type visible and no secrets. */
export function preview(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && !Number.isFinite(value))
    return 'a number too large to represent';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return `${value}, which is beyond 2^53`;
  if (typeof value !== 'string') return String(value);
  const shown = withoutSecrets(value);
  const cut = shown.length > PREVIEW_CHARACTERS_MAX;
  return `${JSON.stringify(cut ? shown.slice(0, PREVIEW_CHARACTERS_MAX) : shown)}${cut ? '…' : ''}`;
}

/**
 * A text as errors and logs may quote it. Wrong values are often URLs, with a password, a session or a query that is
 * nobody else's business. Cut are: what stands before the last `@`, parameters of a path, query and fragment.
 */
export function withoutSecrets(text: string): string {
  const [, scheme = '', rest = ''] = /^(\s*[a-z][a-z0-9+.-]*:[/\\]{1,2})?(.*)$/is.exec(text) ?? [];
  const query = rest.search(/[?#]/);
  const head = query === -1 ? rest : rest.slice(0, query);
  // A password may have a question mark in it: then all of this may be one.
  if (query !== -1 && !/[/\\]/.test(head) && rest.includes('@', query)) return `${scheme}…`;
  const at = head.lastIndexOf('@');
  const host = at === -1 ? head : `…${head.slice(at)}`;
  const parameters = host.search(PARAMETER);
  const shown = parameters === -1 ? host : host.slice(0, parameters);
  return `${scheme}${shown}${shown === host && query === -1 ? '' : '…'}`;
}

/** Those of a media type are no secret. */
const PARAMETER = /;(?!\s*(?:charset|boundary)=)/i;
