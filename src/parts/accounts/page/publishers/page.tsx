import { FigureTiles } from '../../../../ui/figures.tsx';
import { cents, count, sentence } from '../../../../ui/format.ts';
import { Keys } from '../../../../ui/keys.tsx';
import { useResource } from '../../../../ui/loaded.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';
import {
  BLOCKS,
  FLOOR,
  MANNERS,
  ORIGINS,
  PLACEMENTS,
  sensitiveFields,
} from '../../../../ui/publisher-fields.ts';
import { Named } from '../../../../ui/record-list.tsx';
import type { RecordPage, RecordProps, RecordState } from '../../../../ui/record-page.ts';
import { recordPages } from '../../../../ui/record-pages.tsx';
import { auctionsHref, reasonsHref, recordHref, recordPath } from '../../../../ui/record-paths.ts';
import { number, StateMark } from '../../../../ui/table.tsx';
import type { PublisherDocument, PublisherList, PublisherRow } from '../api.ts';
import { Invitations, People } from './access.tsx';
import { AI_LABEL, BOUNDS, ID, SELLER, TERMS } from './form-fields.ts';

type Publisher = RecordPage<PublisherDocument, PublisherRow>;
type Part = RecordProps<PublisherDocument>;

const API = '/api/publishers';

const REMOVE = {
  to: 'deleted',
  label: 'Remove',
  Consequence: () => (
    <>
      This cannot be undone. Its keys, people and invitations stop working for good. Its figures and
      statements stay.
    </>
  ),
};

const STATES: Readonly<Record<PublisherRow['state'] & string, RecordState<PublisherDocument>>> = {
  invited: {
    name: 'Invited',
    dot: 'warn',
    meaning:
      'Its requests are refused until somebody has accepted an invitation, or you activate it.',
    ways: [{ to: 'active', label: 'Activate' }, REMOVE],
  },
  active: {
    name: 'Active',
    dot: 'good',
    meaning: 'Its requests are answered.',
    ways: [{ to: 'paused', label: 'Pause', Consequence: PublisherPause }],
  },
  paused: {
    name: 'Paused',
    dot: 'quiet',
    meaning: 'Its requests are refused.',
    ways: [{ to: 'active', label: 'Resume' }, REMOVE],
  },
};

const today = (figure: (today: NonNullable<PublisherRow['today']>) => string) =>
  number((row: PublisherRow) => (row.today === null ? '–' : figure(row.today)));

const PUBLISHERS: Publisher = {
  page: 'publishers',
  api: API,
  title: 'Publishers',
  nouns: ['publisher', 'publishers'],
  write: 'admin',
  states: STATES,

  find: 'id, name or domain',
  idOf: ({ id }) => id,
  columns: {
    Publisher: PublisherName,
    State: ({ state, source, keys, people }) => (
      <StateMark words={STATES[state]}>
        {source === 'config'
          ? 'in the config'
          : `${counted(people, 'person', 'people')}, ${counted(keys, 'key', 'keys')}`}
      </StateMark>
    ),
    'Requests today': today(({ requests }) => count(requests)),
    Refused: today(({ refusals }) => count(refusals)),
    Sold: today(({ sold }) => count(sold)),
    'Earned today': today(({ earnedUsd }) => cents(earnedUsd)),
  },
  note: 'Figures are since midnight UTC, money is in USD.',
  many: {
    isFor: ({ source }) => source === 'store',
    to: [
      ['paused', 'Pause', 'Their requests are refused, on all machines, until they are resumed.'],
      ['active', 'Resume', 'Their requests are answered.'],
    ],
  },

  nameOf: ({ id }) => id,
  about: ({ id, definition: { seller } }) => (
    <>
      {seller === undefined ? null : (
        <>
          <bdi>{seller.name}</bdi> · {seller.domain} ·{' '}
        </>
      )}
      <PageLink href={auctionsHref({ publisher: id })}>Its requests</PageLink> ·{' '}
      <PageLink href={reasonsHref(id)}>Reasons against the week before</PageLink>
    </>
  ),
  Links: ({ one: { id } }) => (
    <a class="button" href={`/portal?publisher=${encodeURIComponent(id)}`}>
      View as the publisher
    </a>
  ),
  Sections,

  form: () => ({
    'Who it is': [ID, ...SELLER],
    Terms: [...TERMS, FLOOR, ...AI_LABEL, ORIGINS, PLACEMENTS],
    'Which ads': BLOCKS,
    When: MANNERS,
    'Sensitive topics': sensitiveFields(),
    'What it may change itself': BOUNDS,
  }),
  empty: () => ({ id: '' }),
  next: 'Then invite its people, or make a key for its servers.',
  json: 'The publisher as docs/config.md describes it, without keys',
};

export const PublishersPage = recordPages(PUBLISHERS);

function counted({ length }: readonly unknown[], one: string, several: string): string {
  return `${length} ${length === 1 ? one : several}`;
}

function PublisherName({ id, definition: { seller }, flag }: PublisherRow) {
  return (
    <>
      <Named href={recordHref('publishers', id)} name={id}>
        {seller === undefined ? '' : `${seller.name} · ${seller.domain}`}
      </Named>
      {flag === null ? null : (
        <div>
          <span class="dot warn" aria-hidden="true" /> ads.txt: see its page
        </div>
      )}
    </>
  );
}

const REFRESH_MS = 5000;

/** What the list has of one. */
function useRow(id: string): Pick<PublisherRow, 'today' | 'flag'> | undefined {
  const { outcome } = useResource<PublisherList>(
    `${API}?${new URLSearchParams({ find: id })}`,
    REFRESH_MS,
  );
  return outcome?.kind === 'ready' ? outcome.value.rows.find((row) => row.id === id) : undefined;
}

/** What a pause does, with what it stops. */
function PublisherPause({ one: { id } }: Pick<Part, 'one'>) {
  const figures = useRow(id)?.today;
  return (
    <>
      Its requests are refused, on all machines, until somebody resumes it.{' '}
      {figures == null
        ? ''
        : `Today it sent ${count(figures.requests)} requests and earned ${cents(figures.earnedUsd)}.`}
    </>
  );
}

function Sections(props: Part) {
  const { one, mayChange, reload } = props;
  const of = (list: 'keys' | 'people' | 'invitations') => ({
    mayChange,
    reload,
    pathOf: (id?: string) => recordPath(API, one.id, list, ...(id === undefined ? [] : [id])),
  });
  return (
    <>
      <Today id={one.id} />
      {one.source === 'store' ? (
        <>
          <Invitations one={one} {...of('invitations')} />
          <People one={one} {...of('people')} />
          <Keys keys={one.keys} {...of('keys')} />
        </>
      ) : null}
    </>
  );
}

/** What it did today, and what buyers may not believe of it. */
function Today({ id }: { readonly id: string }) {
  const row = useRow(id);
  if (row === undefined) return null;
  const { today: figures, flag } = row;
  return (
    <section aria-label="Figures of today">
      {flag === null ? null : <p class="note">{sentence(flag)}</p>}
      {figures === null ? (
        <p class="muted">Its figures cannot be read now.</p>
      ) : (
        <FigureTiles
          tiles={[
            { name: 'Requests today', figure: count(figures.requests) },
            { name: 'Refused', figure: count(figures.refusals) },
            { name: 'Sold', figure: count(figures.sold) },
            { name: 'Earned today', figure: cents(figures.earnedUsd) },
          ]}
        />
      )}
    </section>
  );
}
