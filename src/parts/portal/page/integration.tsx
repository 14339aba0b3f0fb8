import { Code } from '../../../ui/code.tsx';
import { sentence } from '../../../ui/format.ts';
import { Keys } from '../../../ui/keys.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Time } from '../../../ui/zone.tsx';
import type { IntegrationState } from '../integration.ts';
import type { PortalAnswer } from '../operations.ts';
import { type PortalPageProps, pathOf } from './api.ts';

const REFRESH_MS = 5000;
const LEVELS = [1, 2, 3, 4] as const;

/** How far the integration is, the keys of the publisher's servers, and what to paste. */
export function IntegrationView({ info, mayEdit, reload }: PortalPageProps) {
  const state = useResource<PortalAnswer<'integration'>>(pathOf('integration'), REFRESH_MS);
  return (
    <>
      <header class="page-head">
        <h1>Integration</h1>
        <p class="muted">
          Requests go to <code>{info.publicUrl}</code>, with the publisher id{' '}
          <code>{info.publisher}</code>
          {info.needsKey ? ' and a key: without one they are refused' : ''}.
        </p>
      </header>
      <Loaded resource={state}>
        {({ snippets, ...reached }) => (
          <>
            <Level state={reached} />
            <Keys
              keys={info.keys}
              pathOf={(key) => pathOf(key === undefined ? 'keys' : `keys/${key}`)}
              mayChange={mayEdit}
              reload={reload}
            />
            {snippets.map(({ name, title, text }) => (
              <section class="panel" aria-labelledby={name} key={name}>
                <h2 id={name}>{title}</h2>
                <Code text={text} label={title} />
              </section>
            ))}
          </>
        )}
      </Loaded>
    </>
  );
}

function Level({ state: { level, meaning, next, lastAt } }: { readonly state: IntegrationState }) {
  return (
    <section class="panel" aria-labelledby="level">
      <h2 id="level">
        {level === null ? 'No test request yet' : `Integration level ${level} of ${LEVELS.length}`}
      </h2>
      <p class="levels" aria-hidden="true">
        {LEVELS.map((one) => (
          <span class={level !== null && one <= level ? 'level reached' : 'level'} key={one} />
        ))}
      </p>
      <p>{meaning}</p>
      <p>What to do next:</p>
      <ul>
        {next.map((step) => (
          <li key={step}>{sentence(step)}</li>
        ))}
      </ul>
      {lastAt === null ? null : (
        <p class="muted">
          By your last test request, <Time iso={lastAt} />.
        </p>
      )}
    </section>
  );
}
