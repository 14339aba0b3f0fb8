import type { ComponentChildren } from 'preact';

type UnknownProps = {
  readonly page: string;
  /** Where to go instead. */
  readonly children: ComponentChildren;
};

/** An address that leads to no page. */
export function Unknown({ page, children }: UnknownProps) {
  return (
    <>
      <header class="page-head">
        <h1>There is no such page</h1>
      </header>
      <p>There is no page “{page}”.</p>
      <p>{children}</p>
    </>
  );
}
