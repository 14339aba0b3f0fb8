import type { PageRoute } from '../../../ui/shell/router.ts';
import type { PortalInfo } from './api.ts';

/** What every page is given. */
export type PortalPageProps = {
  readonly info: PortalInfo;
  /** Whether the viewer may change the publisher, and it can be changed here at all: one of the config cannot. */
  readonly mayEdit: boolean;
  readonly route: PageRoute;
  /** Loads the publisher again. */
  readonly reload: () => void;
};
