import { type FunctionComponent, h } from 'preact';
import type { SessionInfo } from '../../../host/admin/answers.ts';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Frame } from '../../../ui/shell/frame.tsx';
import { thingOf, useRoute } from '../../../ui/shell/router.ts';
import { Unknown } from '../../../ui/unknown.tsx';
import { AdsView } from './ads.tsx';
import type { PortalInfo, PortalSettings } from './api.ts';
import { EarningsView } from './earnings.tsx';
import { FeedbackView } from './feedback.tsx';
import { IntegrationView } from './integration.tsx';
import { KeysView } from './keys.tsx';
import { PORTAL_PAGES, type PortalPageId } from './page-list.ts';
import { portalPath, SESSION_PATHS } from './paths.ts';
import type { PortalPageProps } from './props.ts';
import { RequestsView } from './requests.tsx';
import { SettingsView } from './settings.tsx';
import { StatementsView } from './statements.tsx';
import { SupplyView } from './supply.tsx';

/** A page that is in the list but not here is a compile error. */
const VIEWS: Readonly<Record<PortalPageId, FunctionComponent<PortalPageProps>>> = {
  earnings: EarningsView,
  requests: RequestsView,
  ads: AdsView,
  feedback: FeedbackView,
  settings: SettingsView,
  integration: IntegrationView,
  keys: KeysView,
  statements: StatementsView,
  supply: SupplyView,
};

type PortalShellProps = { readonly session: SessionInfo; readonly onLogout: () => void };

/** The pages of one publisher. */
export function PortalShell({ session, onLogout }: PortalShellProps) {
  const route = useRoute();
  const page = route.page === '' ? 'earnings' : route.page;
  const resource = useResource<PortalInfo>(portalPath(''));
  const settings = useResource<PortalSettings>(portalPath('settings'));
  const info = resource.outcome?.kind === 'ready' ? resource.outcome.value : undefined;
  return (
    <Frame
      pages={PORTAL_PAGES}
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
            <Loaded resource={settings}>
              {({ isChangeable }) => (
                <Page
                  page={page}
                  info={loaded}
                  mayEdit={loaded.mayChange && isChangeable}
                  route={route}
                  reload={resource.reload}
                />
              )}
            </Loaded>
          </>
        )}
      </Loaded>
    </Frame>
  );
}

const STATE_NOTES: Readonly<Record<PortalInfo['state'], string | undefined>> = {
  active: undefined,
  invited: 'This publisher is not active yet: its requests are refused.',
  paused: 'This publisher is paused: its requests are refused. Ask the exchange why.',
};

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

function isPortalPageId(page: string): page is PortalPageId {
  return Object.hasOwn(VIEWS, page);
}

function Page({ page, ...props }: PortalPageProps & { readonly page: string }) {
  if (isPortalPageId(page)) return h(VIEWS[page], props);
  return (
    <Unknown page={page}>
      <a href="#/earnings">Go to Earnings</a>
    </Unknown>
  );
}
