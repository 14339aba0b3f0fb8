import { type FunctionComponent, h, render } from 'preact';
import { useState } from 'preact/hooks';
import type { SessionInfo } from '../../../host/admin/answers.ts';
import { fieldOf } from '../../../lib/schema-fault.ts';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Frame } from '../../../ui/shell/frame.tsx';
import { thingOf, useRoute } from '../../../ui/shell/router.ts';
import { WithSession } from '../../../ui/shell/session.tsx';
import { applyTheme, storedTheme } from '../../../ui/shell/theme.ts';
import { Unknown } from '../../../ui/unknown.tsx';
import { AcceptInvitation } from './accept.tsx';
import { AdsView } from './ads.tsx';
import {
  IS_OPERATOR,
  type PortalInfo,
  type PortalPageProps,
  pathOf,
  SESSION_PATHS,
} from './api.ts';
import { EarningsView } from './earnings.tsx';
import { IntegrationView } from './integration.tsx';
import { PORTAL_PAGES, type PortalPageId } from './page-list.ts';
import { RequestsView } from './requests.tsx';
import { SettingsView } from './settings.tsx';
import { StatementsView } from './statements.tsx';
import { SupplyView } from './supply.tsx';

/** A page that is in the list but not here is a compile error. */
const VIEWS: Readonly<Record<PortalPageId, FunctionComponent<PortalPageProps>>> = {
  earnings: EarningsView,
  requests: RequestsView,
  ads: AdsView,
  settings: SettingsView,
  integration: IntegrationView,
  statements: StatementsView,
  supply: SupplyView,
};

const LOGIN = {
  paths: SESSION_PATHS,
  ...(IS_OPERATOR
    ? {
        intro: 'Enter the admin token to see the pages of this publisher.',
        label: 'Admin token',
        hint: 'It is the token of the console.',
      }
    : {
        intro: 'Enter your token to open the pages of your publisher.',
        label: 'Your token',
        hint: 'You got it when you accepted the invitation. Whoever has lost it asks the exchange for another invitation.',
      }),
};

/** The secret of the link. It leaves the address at once, so that nobody reads or shares it there. */
function takeInvitation(): string | undefined {
  const invitation = /^#invitation=(.+)$/.exec(location.hash)?.[1];
  if (invitation !== undefined) history.replaceState(null, '', location.pathname);
  return invitation;
}

const FIRST_INVITATION = takeInvitation();

function App() {
  const [invitation, setInvitation] = useState(FIRST_INVITATION);
  if (invitation !== undefined) {
    return <AcceptInvitation invitation={invitation} onDone={() => setInvitation(undefined)} />;
  }
  return (
    <WithSession login={LOGIN}>
      {(session, onLogout) => <PortalShell session={session} onLogout={onLogout} />}
    </WithSession>
  );
}

type PortalShellProps = { readonly session: SessionInfo; readonly onLogout: () => void };

/** The pages of one publisher. */
function PortalShell({ session, onLogout }: PortalShellProps) {
  const route = useRoute();
  const page = route.page === '' ? 'earnings' : route.page;
  const resource = useResource<PortalInfo>(pathOf('own'));
  const info = resource.outcome?.kind === 'ready' ? resource.outcome.value : undefined;
  return (
    <Frame
      pages={PORTAL_PAGES.filter(({ id }) => fieldOf(info?.parts ?? {}, id) !== false)}
      page={page}
      thing={thingOf(route)}
      name={info?.name ?? info?.publisher ?? 'Parley'}
      session={session}
      logoutPath={SESSION_PATHS.logout}
      onLogout={onLogout}
      person={
        info && { who: session.who, may: info.mayChange ? 'may change settings' : 'may look' }
      }
    >
      <Loaded resource={resource}>
        {(loaded) => (
          <>
            <Notices info={loaded} />
            <Page
              page={page}
              info={loaded}
              mayEdit={loaded.mayChange && loaded.isChangeable}
              route={route}
              reload={resource.reload}
            />
          </>
        )}
      </Loaded>
    </Frame>
  );
}

const STATE_NOTES = {
  active: undefined,
  invited: 'This publisher is not active yet: its requests are refused.',
  paused: 'This publisher is paused: its requests are refused. Ask the exchange why.',
} as const;

function Notices({ info: { publisher, name, state, isOperator } }: Pick<PortalPageProps, 'info'>) {
  const note = STATE_NOTES[state];
  return (
    <>
      {isOperator ? (
        <p class="note">
          These are the pages of {name ?? publisher} as its people see them.{' '}
          <a href={`/#/publishers/${encodeURIComponent(publisher)}`}>Back to the console</a>
        </p>
      ) : null}
      {note === undefined ? null : <p class="note">{note}</p>}
    </>
  );
}

const isPortalPageId = (page: string): page is PortalPageId => Object.hasOwn(VIEWS, page);

function Page({ page, ...props }: PortalPageProps & { readonly page: string }) {
  if (isPortalPageId(page)) return h(VIEWS[page], props);
  return (
    <Unknown page={page}>
      <a href="#/earnings">Go to Earnings</a>
    </Unknown>
  );
}

applyTheme(storedTheme());
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
