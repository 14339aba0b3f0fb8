import { Keys } from '../../accounts/page/keys.tsx';
import { portalPath } from './paths.ts';
import type { PortalPageProps } from './props.ts';

/** The keys of the publisher's servers. */
export function KeysView({ info: { keys, needsKey }, mayEdit, reload }: PortalPageProps) {
  return (
    <>
      <header class="page-head">
        <h1>Keys</h1>
        <p class="muted">
          {needsKey
            ? 'Your requests need a key: without one they are refused.'
            : 'Your requests need no key yet.'}
        </p>
      </header>
      <Keys
        keys={keys}
        pathOf={(key) => portalPath(key === undefined ? 'keys' : `keys/${key}`)}
        mayChange={mayEdit}
        reload={reload}
      />
    </>
  );
}
