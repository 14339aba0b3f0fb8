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
