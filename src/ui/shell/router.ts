import { useEffect, useState } from 'preact/hooks';
import type { SessionInfo } from '../../host/admin/answers.ts';

/** `#/auctions/a%20b?outcome=bid` → page `auctions`, rest `a b`, its parameters. */
export type PageRoute = {
  readonly page: string;
  readonly rest: string;
  readonly parameters: URLSearchParams;
};

/** What every page is given. */
export type PageProps = { readonly route: PageRoute; readonly session: SessionInfo };

function readRoute(hash: string): PageRoute {
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
    const onChange = (event?: HashChangeEvent) => {
      const from = event === undefined ? '' : new URL(event.oldURL).hash;
      remember(from, scrollY);
      const top = topOf(location.hash, from);
      remember(location.hash, top);
      setHash(location.hash);
      if (top > 0) scrollDownTo(top);
    };
    addEventListener('hashchange', onChange);
    // An effect runs after the page was drawn, and the address may have changed since.
    onChange();
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return readRoute(hash);
}

/** The last address of each page and how far down it was left, so that the way back to a list finds both. */
const left = new Map<string, { readonly hash: string; readonly top: number }>();

const pathOf = (hash: string) => hash.split('?')[0] ?? '';

function remember(hash: string, top: number): void {
  if (!readRoute(hash).parameters.has('view')) left.set(pathOf(hash), { hash, top });
}

/** Where somebody who comes from below a page had left it. */
function topOf(hash: string, from: string): number {
  const last = left.get(pathOf(hash));
  return last?.hash === hash && `${pathOf(from)}/`.startsWith(`${pathOf(hash)}/`) ? last.top : 0;
}

const ROWS_MS_MAX = 3000;

/** A list has no rows before they are loaded. */
function scrollDownTo(top: number): void {
  const untilMs = performance.now() + ROWS_MS_MAX;
  const step = () => {
    scrollTo(0, top);
    if (Math.ceil(scrollY) < top && performance.now() < untilMs) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** The address of a page, with the search that it was left with. */
export function lastAddressOf(href: string): string {
  return left.get(href)?.hash ?? href;
}

const FORMS: Readonly<Record<string, string>> = { edit: 'Edit ', new: 'New' };

/** What a route is about, for the title of the browser's tab: the campaign, the publisher, the request. */
export function thingOf({ page, rest, parameters }: PageRoute): string {
  // Nobody knows a report by its id.
  if (page === 'reports' && rest !== '') return rest === 'saved' ? 'Saved' : 'Saved report';
  const parts = rest.split('/');
  const last = parts.at(-1) ?? '';
  const form = FORMS[parameters.get('view') ?? ''] ?? (parts.length > 2 ? FORMS[last] : undefined);
  if (rest === 'new') return 'New';
  const named = parts.length > 2 ? (parts[1] ?? '') : last;
  return `${form ?? ''}${named}`;
}

export function goTo(page: string): void {
  location.hash = `#/${page}`;
}
