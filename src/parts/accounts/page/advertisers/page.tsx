import { cents, count } from '../../../../ui/format.ts';
import { useResource } from '../../../../ui/loaded.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';
import { Named } from '../../../../ui/record-list.tsx';
import type { RecordPage, RecordProps, RecordState } from '../../../../ui/record-page.ts';
import { recordPages } from '../../../../ui/record-pages.tsx';
import { recordHref, recordPath } from '../../../../ui/record-paths.ts';
import { number, StateMark } from '../../../../ui/table.tsx';
import type { AdvertiserDocument, AdvertiserFigures, AdvertiserRow } from '../api.ts';
import { ADVERTISER_SORTS } from '../sorts.ts';
import { Figures } from './figures.tsx';
import { CONTACT, DOMAIN, WHO } from './form-fields.ts';

const API = '/api/advertisers';

const STATES: Readonly<Record<AdvertiserRow['state'], RecordState<AdvertiserDocument>>> = {
  active: {
    name: 'Allowed',
    dot: 'good',
    meaning: 'Publishers get its ads.',
    ways: [
      { to: 'blocked', label: 'Block everywhere', Consequence: Block, needed: 'admin' },
      {
        to: 'deleted',
        label: 'Remove',
        Consequence: () => (
          <>Its name, contact and notes are gone. Its campaigns and figures stay.</>
        ),
      },
    ],
  },
  blocked: {
    name: 'Blocked everywhere',
    dot: 'warn',
    meaning: 'No publisher gets an ad of it.',
    ways: [{ to: 'active', label: 'Allow again everywhere', needed: 'admin' }],
  },
};

const spend = (figure: keyof NonNullable<AdvertiserRow['spend']>) =>
  number((row: AdvertiserRow) => (row.spend === null ? '–' : cents(row.spend[figure])));

const ADVERTISERS: RecordPage<AdvertiserDocument, AdvertiserRow> = {
  page: 'advertisers',
  api: API,
  title: 'Advertisers',
  nouns: ['advertiser', 'advertisers'],
  write: 'ads',
  states: STATES,

  find: 'name or domain',
  idOf: ({ domain }) => domain,
  sorts: Object.entries(ADVERTISER_SORTS),
  columns: {
    Advertiser: ({ domain, name }) => (
      <Named href={recordHref('advertisers', domain)} name={name}>
        {name === domain ? '' : domain}
      </Named>
    ),
    State: ({ state }) => <StateMark words={STATES[state]} />,
    Campaigns: number(({ campaigns }) => count(campaigns)),
    Running: number(({ running }) => count(running)),
    'Spent today': spend('todayUsd'),
    'In 30 days': spend('recentUsd'),
  },
  note: 'Spend is that of campaigns here, in USD and days of UTC.',
  none: <p>Those of your campaigns are listed here by themselves.</p>,
  many: {
    needed: 'admin',
    isFor: () => true,
    to: [
      ['blocked', 'Block everywhere', 'No publisher gets an ad of them, from any partner.'],
      ['active', 'Allow again everywhere', 'Publishers get their ads again.'],
    ],
  },

  nameOf: ({ definition: { name } }) => name,
  about: ({ id, isDescribed, definition: { name } }) =>
    [name === id ? '' : id, isDescribed ? '' : 'nobody has described it yet']
      .filter(Boolean)
      .join(' · '),
  // One that nobody has described is known by its campaigns.
  isSettableInConfig: true,
  Links,
  Sections: Figures,

  form: () => ({ 'Who it is': [DOMAIN, ...WHO], 'Contact, for people alone': CONTACT }),
  empty: () => ({ domain: '', name: '' }),
  next: 'Campaigns belong to it by their domain.',
};

export const AdvertisersPage = recordPages(ADVERTISERS);

function Links({ one: { id, isDescribed }, role }: RecordProps<AdvertiserDocument>) {
  if (role === 'read') return null;
  const domain = encodeURIComponent(id);
  return (
    <>
      {isDescribed ? null : (
        <a class="button" href={`#/advertisers?view=new&like=${domain}`}>
          Describe it
        </a>
      )}
      <PageLink class="button primary" href={`#/campaigns?view=new&advertiser=${domain}`}>
        New campaign for this advertiser
      </PageLink>
    </>
  );
}

/** What a block stops. */
function Block({ one: { id } }: Pick<RecordProps<AdvertiserDocument>, 'one'>) {
  const { outcome } = useResource<AdvertiserFigures>(recordPath(API, id, 'figures'));
  if (outcome?.kind !== 'ready') return null;
  const { running, spend: spent } = outcome.value;
  const times = spent?.weekImpressions === 1 ? 'time' : 'times';
  return (
    <>
      No publisher will get an ad of {id} or of a domain under it, from any partner.{' '}
      {running === 0
        ? 'No campaign of it runs here.'
        : `${count(running)} of its campaigns will stop${
            spent === null
              ? ''
              : `, with ads that were shown ${count(spent.weekImpressions)} ${times} in the last 7 days`
          }.`}{' '}
      Bids that name no advertiser will be dropped, too.
    </>
  );
}
