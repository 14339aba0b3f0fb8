import { searchOf } from '../../../lib/op-address.ts';
import type { PageRoute } from '../../../ui/shell/router.ts';
import type { PortalAnswer } from '../operations.ts';

const publisher = new URLSearchParams(location.search).get('publisher');

/** An operator names the publisher whose pages are shown; people of a publisher see their own. */
export const IS_OPERATOR = publisher !== null;

const API = publisher === null ? '/api/portal' : `/api/publishers/${encodeURIComponent(publisher)}`;

/** The address of what is the publisher's: `pathOf('earnings', { days })`. */
export const pathOf = (path: string, query: object = {}): string =>
  `${API}/${path}?${searchOf(query)}`;

/** Operators are logged in to the console, which is another login. */
export const SESSION_PATHS = IS_OPERATOR
  ? { session: '/api/session', login: '/login', logout: '/logout' }
  : { session: '/api/portal/session', login: '/portal/login', logout: '/portal/logout' };

export type PortalInfo = PortalAnswer<'own'>;

/** What every page is given. */
export type PortalPageProps = {
  readonly info: PortalInfo;
  /** Whether the viewer may change the publisher, and it can be changed here at all: one of the config cannot. */
  readonly mayEdit: boolean;
  readonly route: PageRoute;
  /** Loads the publisher again. */
  readonly reload: () => void;
};
