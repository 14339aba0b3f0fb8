import type { FunctionComponent } from 'preact';
import type { PageProps } from './router.ts';

/** What a menu is cut into, in its order. */
export const MENU_GROUPS = ['Exchange', 'Demand', 'Supply', 'Money'] as const;

/** A line of a menu. */
export type MenuPage = {
  readonly id: string;
  readonly name: string;
  readonly key?: string;
  /** Absent where a menu has no groups. */
  readonly group?: (typeof MENU_GROUPS)[number];
  /** How many things wait there. */
  readonly badge?: number;
};

/** A page of the console, as its part declares it. `g` and the key open it. Without a group, another page leads to it. */
export type ConsolePage = Omit<MenuPage, 'badge'> & {
  readonly load: () => Promise<FunctionComponent<PageProps>>;
};

let known: ReadonlySet<string> = new Set();

/** Called once, before a page is drawn. */
export function knowPages(pages: readonly ConsolePage[]): void {
  known = new Set(pages.map(({ id }) => id));
}

/** Whether an address like `#/auctions?outcome=bid` is of a page that is there. */
export const isKnownPage = (hash: string): boolean =>
  known.has(hash.slice('#/'.length).split(/[/?]/, 1)[0] ?? '');
