/** The way back to the page above this one. */
export function Back({ href, to }: { readonly href: string; readonly to: string }) {
  return (
    <p class="back">
      <a href={href}>← {to}</a>
    </p>
  );
}
