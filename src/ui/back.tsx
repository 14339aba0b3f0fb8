import { lastAddressOf } from './shell/router.ts';

/** The way back to the page above this one, with the search that it was left with. */
export function Back({ href, to }: { readonly href: string; readonly to: string }) {
  return (
    <p class="back">
      <a href={lastAddressOf(href)}>← {to}</a>
    </p>
  );
}
