import type { SupplyDocument } from '../../../host/offers.ts';
import { Code } from '../../../ui/code.tsx';
import { Empty, Failure } from '../../../ui/empty.tsx';
import { sentence } from '../../../ui/format.ts';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { send } from '../../../ui/shell/client.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Time } from '../../../ui/zone.tsx';
import { type PortalPageProps, pathOf } from './api.ts';

/** What to publish, so that buyers believe that the space is the publisher's, and what was found. */
export function SupplyView({ info: { mayChange } }: PortalPageProps) {
  const resource = useResource<SupplyDocument>(pathOf('supply'));
  const { isBusy, failure, run } = useAction();
  const check = () => run(send(pathOf('supply/check'), ''), resource.reload);
  return (
    <>
      <header class="page-head">
        <h1>ads.txt</h1>
        <p class="muted">
          Buyers look whether your domain names this exchange. Publish this, then check it.
        </p>
      </header>
      <Failure reason={failure} />
      <Loaded resource={resource}>
        {(supply) => (
          <>
            {supply.held === null ? null : <p class="note bad">{sentence(supply.held)}</p>}
            {supply.domain === null ? (
              <Empty title="You declare no domain">
                <p>Ask the exchange to add your name and domain to sellers.json.</p>
              </Empty>
            ) : (
              <>
                <LastCheck supply={supply} />
                {mayChange ? (
                  <p class="actions">
                    <button type="button" class="primary" disabled={isBusy} onClick={check}>
                      {isBusy ? 'Checking …' : 'Check now'}
                    </button>
                  </p>
                ) : null}
                <ToPublish supply={supply} />
              </>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

type SupplyProps = { readonly supply: SupplyDocument };

function LastCheck({ supply: { lastCheck, mismatches } }: SupplyProps) {
  return (
    <section class="panel" aria-labelledby="last-check">
      <h2 id="last-check">Last check</h2>
      {lastCheck === null ? (
        <p>Your domain was not checked yet.</p>
      ) : (
        <>
          <p role="status">
            <span
              class={`dot ${lastCheck.result === 'matched' ? 'good' : 'bad'}`}
              aria-hidden="true"
            />{' '}
            {lastCheck.result === 'matched'
              ? 'Your line is published.'
              : 'Buyers will not find it.'}{' '}
            <span class="muted">
              <Time iso={lastCheck.at} />
            </span>
          </p>
          <ul>
            {lastCheck.files.map(({ file, sentence: words }) => (
              <li key={file}>
                <code>{file}</code>: {sentence(words)}
              </li>
            ))}
          </ul>
        </>
      )}
      {mismatches.map((words) => (
        <p class="note" key={words}>
          {sentence(words)}
        </p>
      ))}
    </section>
  );
}

function ToPublish({ supply: { adsTxt, adagents } }: SupplyProps) {
  return (
    <>
      <section class="panel" aria-labelledby="ads-txt">
        <h2 id="ads-txt">Lines of ads.txt, or of app-ads.txt for apps</h2>
        <Code text={adsTxt.lines.join('\n')} label="Lines of ads.txt" />
        <p class="muted">{adsTxt.urls.join(', ')}</p>
      </section>
      {adagents === null ? null : (
        <section class="panel" aria-labelledby="adagents">
          <h2 id="adagents">Entry of adagents.json, for buyers that are agents</h2>
          <Code text={JSON.stringify(adagents.entry)} label="Entry of adagents.json" />
          <p class="muted">
            One of <code>authorized_agents</code> in {adagents.url}
          </p>
        </section>
      )}
    </>
  );
}
