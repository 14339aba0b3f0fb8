import type { ComponentChildren } from 'preact';
import { scrolled } from './scrolled.ts';

type TableProps = {
  /** The heads of the columns, each with the class of its cell: `number` for figures. */
  readonly heads: Readonly<Record<string, string>>;
  /** In addition to `rows`; a `stack` has each row as a card where the screen is narrow. */
  readonly kind?: string;
  /** For those who do not see it. */
  readonly caption?: string;
  readonly children: ComponentChildren;
};

export function Table({ heads, kind = 'stack', caption, children }: TableProps) {
  // One that is no stack scrolls where the screen is narrow, by keyboard too.
  const scrolls = kind.startsWith('stack') ? {} : scrolled(caption);
  return (
    <div class="table-frame" {...scrolls}>
      <table class={`rows ${kind}`}>
        {caption === undefined ? null : <caption class="hidden">{caption}</caption>}
        <thead>
          <tr>
            {Object.entries(heads).map(([name, cell]) => (
              <th scope="col" class={cell || undefined} key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
