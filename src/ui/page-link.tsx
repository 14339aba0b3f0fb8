import type { ComponentChildren } from 'preact';
import { isKnownPage } from './shell/page-list.ts';
import { lastAddressOf } from './shell/router.ts';

type PageLinkProps = {
  /** Like `#/auctions?outcome=bid`. */
  readonly href: string;
  readonly class?: string;
  readonly children: ComponentChildren;
};

/** A link to a page of another part. Where that is left out, its words stand alone, and a button is not there. */
export function PageLink({ href, class: name = '', children }: PageLinkProps) {
  if (isKnownPage(href)) {
    return (
      <a class={name} href={href}>
        {children}
      </a>
    );
  }
  return name.startsWith('button') ? null : <span>{children}</span>;
}

/** The way back to the page above this one, with the search that it was left with. */
export function Back({ href, to }: { readonly href: string; readonly to: string }) {
  return (
    <p class="back">
      <a href={lastAddressOf(href)}>← {to}</a>
    </p>
  );
}
