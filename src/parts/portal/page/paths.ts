const PUBLISHER = new URLSearchParams(location.search).get('publisher');

/** An operator names the publisher whose pages are shown; people of a publisher see their own. */
export const VIEWED_BY: 'operator' | 'publisher' = PUBLISHER === null ? 'publisher' : 'operator';

/** A path of the API of these pages, like `requests?outcome=sold`. */
export function portalPath(path: string): string {
  const full = path === '' ? '/api/portal' : `/api/portal/${path}`;
  if (PUBLISHER === null) return full;
  const more = new URLSearchParams({ publisher: PUBLISHER });
  return `${full}${full.includes('?') ? '&' : '?'}${more}`;
}

/** Operators are logged in to the console, which is another login. */
export const SESSION_PATHS =
  VIEWED_BY === 'operator'
    ? { session: '/api/session', login: '/login', logout: '/logout' }
    : { session: '/api/portal/session', login: '/portal/login', logout: '/portal/logout' };
