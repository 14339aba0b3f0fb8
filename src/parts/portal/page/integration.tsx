import { Code } from '../../../ui/code.tsx';
import { sentence } from '../../../ui/format.ts';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Time } from '../../../ui/zone.tsx';
import type { IntegrationState, PortalSnippets } from './api.ts';
import { portalPath } from './paths.ts';
import type { PortalPageProps } from './props.ts';

const REFRESH_MS = 5000;

/** How far the integration is, and what to paste. */
export function IntegrationView({ info }: PortalPageProps) {
  const state = useResource<IntegrationState>(portalPath('integration'), REFRESH_MS);
  const snippets = useResource<PortalSnippets>(portalPath('snippets'));
  return (
    <>
      <header class="page-head">
        <h1>Integration</h1>
        <p class="muted">
          Requests go to <code>{info.publicUrl}</code>, with the publisher id{' '}
          <code>{info.publisher}</code>
          {info.needsKey ? (
            <>
              {' '}
              and <a href="#/keys">a key</a>
            </>
          ) : null}
          .
        </p>
      </header>
      <Loaded resource={state}>{(loaded) => <Level state={loaded} />}</Loaded>
      <Loaded resource={snippets}>
        {({ rows }) =>
          rows.map(({ name, title, text }) => (
            <section class="panel" aria-labelledby={name} key={name}>
              <h2 id={name}>{title}</h2>
              <Code text={text} label={title} />
            </section>
          ))
        }
      </Loaded>
    </>
  );
}

const LEVELS = [1, 2, 3, 4] as const;

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
      <p>{sentence(meaning)}</p>
      {next.length === 0 ? null : (
        <>
          <p>What to do next:</p>
          <ul>
            {next.map((step) => (
              <li key={step}>{sentence(step)}</li>
            ))}
          </ul>
        </>
      )}
      {lastAt === null ? null : (
        <p class="muted">
          By your last test request, <Time iso={lastAt} />.
        </p>
      )}
    </section>
  );
}
