import { callsOf } from '../../../ui/calls.ts';
import { Empty } from '../../../ui/empty.tsx';
import { cents, count } from '../../../ui/format.ts';
import { Keys, type KeyWords } from '../../../ui/keys.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Named } from '../../../ui/record-list.tsx';
import type { RecordPage, RecordProps } from '../../../ui/record-page.ts';
import { recordPages } from '../../../ui/record-pages.tsx';
import { recordHref, recordPath } from '../../../ui/record-paths.ts';
import type { PageProps } from '../../../ui/shell/router.ts';
import { number, StateMark } from '../../../ui/table.tsx';
import type { ADCP_OPS } from '../operations.ts';
import { Accounts } from './accounts.tsx';
import type { BuyerDocument, BuyerRow } from './api.ts';
import { Buys } from './buys.tsx';
import { BUYER_FIELDS } from './form-fields.ts';
import { ProductPages } from './products.tsx';

const { useAsked } = callsOf<typeof ADCP_OPS>();

const REFRESH_MS = 10_000;
const GUIDE = '/docs/integrate/ai-buyers';
const API = '/api/buyers';

const BUYER_STATES: RecordPage<BuyerDocument>['states'] = {
  active: {
    name: 'Active',
    dot: 'good',
    meaning: 'Its calls are answered, and what it has bought serves.',
    ways: [
      {
        to: 'paused',
        label: 'Pause',
        Consequence: () => (
          <>Its calls are refused, and nothing that it has bought serves until it is resumed.</>
        ),
      },
    ],
  },
  paused: {
    name: 'Paused',
    dot: 'quiet',
    meaning: 'Its calls are refused, and nothing that it has bought serves.',
    ways: [
      { to: 'active', label: 'Resume' },
      {
        to: 'deleted',
        label: 'Remove',
        Consequence: () => (
          <>
            This cannot be undone. Its tokens stop working for good, and nothing that it has bought
            serves again.
          </>
        ),
      },
    ],
  },
};

const BUYERS: RecordPage<BuyerDocument, BuyerRow> = {
  page: 'buyers',
  api: API,
  title: 'AI buyers',
  nouns: ['buyer', 'buyers'],
  write: 'admin',
  states: BUYER_STATES,

  intro: (
    <>
      Agents that find, buy and measure by AdCP. <a href={GUIDE}>The guide</a>
    </>
  ),
  Above,
  find: 'id or name',
  idOf: ({ id }) => id,
  columns: {
    Buyer: ({ id, definition: { name, sandbox } }) => (
      <Named href={recordHref('buyers', id)} name={name}>
        {id}
        {sandbox === true ? ' · sandbox' : ''}
      </Named>
    ),
    State: ({ state, source, tokens: { length } }) => (
      <StateMark words={BUYER_STATES[state] ?? { name: state, dot: 'quiet' }}>
        {source === 'config' ? 'in the config' : `${length} ${length === 1 ? 'token' : 'tokens'}`}
      </StateMark>
    ),
    Accounts: ({ accounts }) => (
      <>
        {count(accounts.all)}
        {accounts.waiting === 0 ? null : (
          <div>
            <span class="dot warn" aria-hidden="true" /> {count(accounts.waiting)} waiting
          </div>
        )}
      </>
    ),
    'Spent today': number(({ spentTodayUsd: today, definition: { dailyCap } }) => (
      <>
        {today === null ? '–' : cents(today)}
        <div class="muted">{dailyCap === undefined ? 'no cap' : `of ${cents(dailyCap)}`}</div>
      </>
    )),
  },
  note: 'Figures are since midnight UTC, money is in USD.',
  many: {
    isFor: ({ source }) => source === 'store',
    to: [
      ['paused', 'Pause', 'Their calls are refused, and nothing that they have bought serves.'],
      ['active', 'Resume', 'Their calls are answered. What they have bought serves again.'],
    ],
  },

  nameOf: ({ definition: { name } }) => name,
  about: ({ id, definition: { sandbox } }) => (
    <>
      <code>{id}</code>
      {sandbox === true ? ' · sandbox: nothing of it serves' : ''}
    </>
  ),
  Sections: BuyerSections,

  form: () => ({ Buyer: BUYER_FIELDS }),
  empty: () => ({ id: '', name: '' }),
  next: 'Then make a token for its agent.',
};

const BuyerPages = recordPages(BUYERS);

/** `#/buyers` and `#/buyers/products`. No buyer has a name with a slash. */
export function BuyersPage(props: PageProps) {
  return /^products(?:\/|$)/.test(props.route.rest) ? (
    <ProductPages {...props} />
  ) : (
    <BuyerPages {...props} />
  );
}

type AboveProps = { readonly role: PageProps['session']['role']; readonly reload: () => void };

/** What waits comes first on the page, since a buyer waits for it. */
function Above({ role, reload }: AboveProps) {
  const info = useAsked('GET /api/buyers-info', {}, REFRESH_MS);
  return (
    <>
      <p class="actions">
        <a class="button" href="#/buyers/products">
          Products
        </a>
      </p>
      <Loaded resource={info}>{({ isEnabled }) => (isEnabled ? null : <SwitchedOff />)}</Loaded>
      <Accounts
        title="Accounts that wait for approval"
        none="None waits."
        query={{ state: 'pending_approval' }}
        mayDecide={role === 'admin'}
        onDecided={reload}
      />
    </>
  );
}

function SwitchedOff() {
  return (
    <Empty title="AI buyers are not let in">
      <p>
        Put <code>adcp: &#123; enabled: true &#125;</code> into the config, with a partner that has{' '}
        <code>store: true</code>, and restart. <a href={GUIDE}>The guide</a> (also
        docs/integrate/ai-buyers.md) has every step.
      </p>
    </Empty>
  );
}

const TOKEN_WORDS: KeyWords = {
  noun: 'token',
  title: 'Tokens',
  use: (
    <>
      Its agent sends one as <code>Authorization: Bearer &lt;token&gt;</code> with every call.
    </>
  ),
  none: 'There is no token, so that nobody can call for it.',
  revoked: 'Calls with this token are refused from now on. This cannot be undone.',
  user: 'agent',
};

function BuyerSections({ one, role, mayChange, reload, parameters }: RecordProps<BuyerDocument>) {
  const { id, source, tokens } = one;
  return (
    <>
      <Accounts
        title="Accounts"
        none="It has declared no account yet."
        query={{ buyer: id }}
        mayDecide={role === 'admin'}
      />
      <Buys buyer={id} parameters={parameters} />
      {source === 'store' ? (
        <Keys
          words={TOKEN_WORDS}
          keys={tokens}
          pathOf={(token) => recordPath(API, id, 'tokens', ...(token === undefined ? [] : [token]))}
          mayChange={mayChange}
          reload={reload}
        />
      ) : null}
    </>
  );
}
