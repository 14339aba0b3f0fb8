import { Code } from '../../../../ui/code.tsx';
import { Failure } from '../../../../ui/empty.tsx';
import { Loaded, useResource } from '../../../../ui/loaded.tsx';
import { recordHref, recordPath } from '../../../../ui/record-paths.ts';
import { publisherBlock, useBlock } from '../../../../ui/use-block.ts';
import { BlockEverywhere } from '../../../accounts/page/advertisers/block-everywhere.tsx';
import type {
  AdvertiserDocument,
  AdvertiserFigures,
  PublisherDocument,
} from '../../../accounts/page/api.ts';

export type BlockPanelProps = { readonly publisher: string | null; readonly domain: string };

/** For this publisher or for all, with what will happen. */
export function BlockPanel({ publisher, domain: given }: BlockPanelProps) {
  const path = recordPath('/api/advertisers', given);
  const advertiser = useResource<AdvertiserDocument>(path);
  const figures = useResource<AdvertiserFigures>(`${path}/figures`);
  return (
    <section class="block-panel" aria-label={`Block ${given}`}>
      <Loaded resource={advertiser}>
        {({ id, state }) => (
          <>
            {publisher === null ? null : <ForPublisher publisher={publisher} domain={id} />}
            <Loaded resource={figures}>
              {(loaded) => <BlockEverywhere domain={id} state={state} figures={loaded} />}
            </Loaded>
            <p>
              <a href={recordHref('advertisers', id)}>All about {id}</a>
            </p>
          </>
        )}
      </Loaded>
    </section>
  );
}

type ForPublisherProps = { readonly publisher: string; readonly domain: string };

function ForPublisher({ publisher, domain }: ForPublisherProps) {
  const resource = useResource<PublisherDocument>(recordPath('/api/publishers', publisher));
  const { outcome } = resource;
  // A publisher that nobody has listed may have a line of the config as well.
  if (outcome?.kind === 'failed' && outcome.status === 404) {
    return <ConfigLines publisher={publisher} domain={domain} where="is not listed anywhere" />;
  }
  return (
    <Loaded resource={resource}>
      {({ source, definition }) =>
        source === 'config' ? (
          <ConfigLines publisher={publisher} domain={domain} where="is in the config" />
        ) : (
          <InStore
            publisher={publisher}
            domain={domain}
            wasBlocked={definition.blockedDomains?.includes(domain) === true}
          />
        )
      }
    </Loaded>
  );
}

type ConfigLinesProps = ForPublisherProps & { readonly where: string };

/** What the console cannot change. */
function ConfigLines({ publisher, domain, where }: ConfigLinesProps) {
  // An id of digits alone is no string without quotes.
  const lines = `publishers:\n  - id: ${JSON.stringify(publisher)}\n    blockedDomains: [${domain}]`;
  return (
    <div class="block-choice">
      <p>
        {publisher} {where}: to block {domain} for it alone, have these lines in parley.yaml, and
        reload the config.
      </p>
      <Code text={lines} label="Lines of parley.yaml" />
    </div>
  );
}

type InStoreProps = ForPublisherProps & { readonly wasBlocked: boolean };

function InStore({ publisher, domain, wasBlocked }: InStoreProps) {
  const pathOf = (path: string) => `/api/portal/${path}?${new URLSearchParams({ publisher })}`;
  const calls = publisherBlock(pathOf, domain);
  const { isBlocked, isBusy, failure, block, allow } = useBlock(calls, wasBlocked);
  return (
    <div class="block-choice">
      {isBlocked ? (
        <p role="status">
          {domain} is blocked for {publisher}.
        </p>
      ) : (
        <p>
          {publisher} will get no ad of {domain} or of a domain under it, from any partner. Bids
          that name no advertiser will be dropped for it, too. Other publishers still get them.
        </p>
      )}
      {isBlocked ? (
        <button type="button" disabled={isBusy} onClick={allow}>
          Allow again for {publisher}
        </button>
      ) : (
        <button type="button" class="danger" disabled={isBusy} onClick={block}>
          Block for {publisher}
        </button>
      )}
      <Failure reason={failure} />
    </div>
  );
}
