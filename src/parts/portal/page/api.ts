import { callsOf } from '../../../ui/calls.ts';
import type { PageRoute } from '../../../ui/shell/router.ts';
import type { PORTAL_OPS, PortalAnswer } from '../operations.ts';

const publisher = new URLSearchParams(location.search).get('publisher') ?? undefined;

/** An operator names the publisher whose pages are shown; people of a publisher see their own. */
export const IS_OPERATOR = publisher !== undefined;

export const { useAsked, call, pathOf } = callsOf<typeof PORTAL_OPS>({ publisher });

/** Operators are logged in to the console, which is another login. */
export const SESSION_PATHS = IS_OPERATOR
  ? { session: '/api/session', login: '/login', logout: '/logout' }
  : { session: '/api/portal/session', login: '/portal/login', logout: '/portal/logout' };

/** What every page is given. */
export type PortalPageProps = {
  readonly info: PortalAnswer<'GET /api/portal'>;
  /** Whether the viewer may change the publisher, and it can be changed here at all: one of the config cannot. */
  readonly mayEdit: boolean;
  readonly route: PageRoute;
  /** Loads the publisher again. */
  readonly reload: () => void;
};
