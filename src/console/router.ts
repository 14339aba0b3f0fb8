import { useEffect, useState } from 'preact/hooks';
import type { SessionInfo } from './api.ts';

/** `#/auctions/a%20b?outcome=bid` → page `auctions`, rest `a b`, its parameters. */
export type PageRoute = {
  readonly page: string;
  readonly rest: string;
  readonly parameters: URLSearchParams;
};

/** What every page is given. */
export type PageProps = { readonly route: PageRoute; readonly session: SessionInfo };

export function readRoute(hash: string): PageRoute {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page = '', ...rest] = path.split('/');
  return {
    page,
    rest: rest.map(decodePart).join('/'),
    parameters: new URLSearchParams(query),
  };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function useRoute(): PageRoute {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const onChange = () => setHash(location.hash);
    addEventListener('hashchange', onChange);
    // An effect runs after the page was drawn, and the address may have changed since.
    onChange();
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return readRoute(hash);
}

export function goTo(page: string): void {
  location.hash = `#/${page}`;
}
