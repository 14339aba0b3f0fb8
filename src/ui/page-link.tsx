import type { ComponentChildren } from 'preact';
import { isKnownPage } from './shell/page-list.ts';

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
