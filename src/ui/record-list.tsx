import type { ComponentChildren } from 'preact';
import { Empty } from './empty.tsx';
import { count } from './format.ts';
import { Find, PageLinks, showIn } from './list-address.tsx';
import { Loaded, useResource } from './loaded.tsx';
import { Choose, Many, type ManyAction, useChosen } from './many.tsx';
import { Select } from './select.tsx';
import { type Columns, Rows } from './table.tsx';

/** How a list of one kind of record looks. */
export type Listing<Row> = {
  /** Behind `#/`. */
  readonly page: string;
  /** Where its rows are asked for: `/api/publishers`. */
  readonly api: string;
  readonly title: string;
  /** One and several of them. */
  readonly nouns: readonly [string, string];
  readonly idOf: (row: Row) => string;
  /** Where one is asked for. Absent: its id is a part of the address. */
  readonly pathOf?: (id: string) => string;
  /** By their heads. The first one leads to the record. */
  readonly columns: Columns<Row>;
  readonly intro?: ComponentChildren;
  /** In what the search looks. Absent: rows cannot be searched. */
  readonly find?: string;
  /** Of the states that can be chosen: their names. */
  readonly states?: Readonly<Record<string, { readonly name: string }>>;
  /** Orders that can be chosen, the usual one first, each with its words. */
  readonly sorts?: readonly (readonly [value: string, words: string])[];
  /** What is said of the figures. */
  readonly note?: string;
  readonly isDense?: boolean;
};

type RecordListProps<Row> = {
  readonly listing: Listing<Row>;
  /** Of the address: the search, the state, the order and the page, so that a view can be shared. */
  readonly parameters: URLSearchParams;
  /** What can be done with several rows, and with which. */
  readonly many?: {
    readonly actions: readonly ManyAction<Row>[];
    readonly isFor: (row: Row) => boolean;
  };
  /** What is offered in the head. */
  readonly head?: ComponentChildren;
  /** Where there is no row at all. */
  readonly none: ComponentChildren;
  readonly children?: (reload: () => void) => ComponentChildren;
};

type Page<Row> = {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  /** How many are in each state, whatever state was asked for. */
  readonly counts?: Readonly<Record<string, number>>;
};

const REFRESH_MS = 5000;

/** A page of a list of records. */
export function RecordList<Row extends object>(props: RecordListProps<Row>) {
  const { listing, parameters, many, head, none, children } = props;
  const { api, title, nouns, intro, idOf, columns, isDense } = listing;
  const resource = useResource<Page<Row>>(`${api}?${parameters}`, REFRESH_MS);
  const chosen = useChosen<Row>(idOf, filterOf(parameters));
  const list = resource.outcome?.kind === 'ready' ? resource.outcome.value : undefined;
  const page = list?.rows ?? [];
  const choices = many && page.filter(many.isFor);
  const select = (from: readonly Row[]) => ({
    kind: 'select-column' as const,
    cell: (row: Row) =>
      from.includes(row) && <Choose chosen={chosen} page={from} row={row} name={idOf(row)} />,
  });
  return (
    <>
      <header class="page-head">
        <h1>{title}</h1>
        {head}
        {intro === undefined ? null : <p class="muted">{intro}</p>}
      </header>
      {children?.(resource.reload)}
      <Filters listing={listing} parameters={parameters} counts={list?.counts} />
      {many === undefined || choices === undefined ? null : (
        <Many
          chosen={chosen}
          page={choices}
          nouns={nouns}
          nameOf={idOf}
          actions={many.actions}
          onDone={resource.reload}
        />
      )}
      <Loaded resource={resource}>
        {(list) =>
          list.rows.length === 0 ? (
            <Nothing listing={listing} isFiltered={filterOf(parameters) !== ''} none={none} />
          ) : (
            <>
              <Rows
                rows={list.rows}
                columns={choices === undefined ? columns : { Select: select(choices), ...columns }}
                keyOf={idOf}
                kind={isDense === true ? 'stack dense' : 'stack'}
                caption={title}
              />
              <PageLinks
                address={listingAddress(listing, parameters)}
                list={list}
                nouns={nouns}
                note={listing.note ?? ''}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

const listingAddress = ({ page }: Listing<never>, parameters: URLSearchParams) => ({
  page,
  parameters,
});

/** What decides which rows match, without the order and the page. */
function filterOf(parameters: URLSearchParams): string {
  const filters = [...parameters].filter(([name]) => name !== 'page' && name !== 'sort');
  return new URLSearchParams(filters).toString();
}

type FiltersProps = {
  readonly listing: Listing<never>;
  readonly parameters: URLSearchParams;
  readonly counts: Page<unknown>['counts'];
};

function Filters({ listing, parameters, counts }: FiltersProps) {
  const address = listingAddress(listing, parameters);
  const { find, states = {}, sorts = [] } = listing;
  if (find === undefined) return null;
  const names = Object.entries(states).map(
    ([state, { name }]) =>
      [state, counts ? `${name} (${count(counts[state] ?? 0)})` : name] as const,
  );
  return (
    <div class="filters">
      <Find address={address} placeholder={find} />
      {names.length < 2 ? null : (
        <Select
          label="State"
          value={parameters.get('state') ?? ''}
          options={[['', 'All'], ...names]}
          onChange={(state) => showIn(address, 'state', state)}
        />
      )}
      {sorts.length === 0 ? null : (
        <Select
          label="Order by"
          value={parameters.get('sort') ?? sorts[0]?.[0] ?? ''}
          options={sorts}
          onChange={(sort) => showIn(address, 'sort', sort)}
        />
      )}
    </div>
  );
}

type NothingProps = {
  readonly listing: Listing<never>;
  readonly isFiltered: boolean;
  readonly none: ComponentChildren;
};

function Nothing({ listing: { page, nouns }, isFiltered, none }: NothingProps) {
  const [one, several] = nouns;
  return isFiltered ? (
    <Empty title={`No ${one} matches`}>
      <a href={`#/${page}`}>Show all {several}</a>
    </Empty>
  ) : (
    <Empty title={`No ${one} yet`}>{none}</Empty>
  );
}

type NamedProps = {
  readonly href: string;
  readonly name: string;
  readonly children?: ComponentChildren;
};

/** The first cell of a row: the way to its record, and what else is known of it. */
export function Named({ href, name, children }: NamedProps) {
  return (
    <>
      <a class="campaign-name" href={href}>
        <bdi>{name}</bdi>
      </a>
      {children === undefined || children === '' ? null : <div class="muted">{children}</div>}
    </>
  );
}
