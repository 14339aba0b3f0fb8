import { count } from './format.ts';

/** A list whose address has its search and its page, so that a view can be shared. */
type ListAddress = {
  /** The id of the page that shows the list. */
  readonly page: string;
  readonly parameters: URLSearchParams;
};

function linkTo({ page, parameters }: ListAddress, name: string, value: string): string {
  const next = new URLSearchParams(parameters);
  if (value === '') next.delete(name);
  else next.set(name, value);
  if (name !== 'page') next.delete('page');
  return `#/${page}${next.size === 0 ? '' : `?${next}`}`;
}

/** Without a history entry for each letter that is typed. */
export function showIn(address: ListAddress, name: string, value: string): void {
  location.replace(linkTo(address, name, value));
}

type FindProps = { readonly address: ListAddress; readonly placeholder: string };

export function Find({ address, placeholder }: FindProps) {
  return (
    <label>
      Find{' '}
      <input
        type="search"
        size={30}
        value={address.parameters.get('find') ?? ''}
        placeholder={placeholder}
        onInput={(event) => showIn(address, 'find', event.currentTarget.value)}
      />
    </label>
  );
}

type PageLinksProps = {
  readonly address: ListAddress;
  readonly list: { readonly total: number; readonly page: number; readonly pages: number };
  /** What is listed: one, and several. */
  readonly nouns: readonly [one: string, several: string];
  /** What is said of the figures. */
  readonly note: string;
};

export function PageLinks({ address, list: { total, page, pages }, nouns, note }: PageLinksProps) {
  return (
    <nav class="pages" aria-label="Pages of the list">
      <span class="muted" role="status">
        {count(total)} {total === 1 ? nouns[0] : nouns[1]}, page {page} of {pages}. {note}
      </span>
      {page > 1 ? <a href={linkTo(address, 'page', String(page - 1))}>Previous</a> : null}
      {page < pages ? <a href={linkTo(address, 'page', String(page + 1))}>Next</a> : null}
    </nav>
  );
}
