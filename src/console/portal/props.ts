import type { PageRoute } from '../router.ts';
import type { PortalInfo } from './api.ts';

/** What every page is given. */
export type PortalPageProps = {
  readonly info: PortalInfo;
  readonly route: PageRoute;
  /** Loads the publisher again. */
  readonly reload: () => void;
};
