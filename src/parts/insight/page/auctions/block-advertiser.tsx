import { useContext, useState } from 'preact/hooks';
import { Failure } from '../../../../ui/empty.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';
import { recordHref, recordPath } from '../../../../ui/record-paths.ts';
import { publisherBlock, useBlock } from '../../../../ui/use-block.ts';
import { ViewerRole } from '../../../../ui/viewer-role.ts';

type BlockAdvertiserProps = {
  readonly publisher: string | null;
  /** As the bid names them. */
  readonly adomain: readonly string[];
};

/** Beside a bid, for those who may: blocks its advertiser for the publisher, or leads to where it is blocked for all. */
export function BlockAdvertiser({ publisher, adomain: [domain] }: BlockAdvertiserProps) {
  const role = useContext(ViewerRole);
  const [isOpen, setIsOpen] = useState(false);
  if (role !== 'admin' || domain === undefined) return null;
  return (
    <>
      {' '}
      <button type="button" class="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Block<span class="hidden"> {domain}</span> …
      </button>
      {isOpen ? (
        <section class="block-panel" aria-label={`Block ${domain}`}>
          {publisher === null ? null : <ForPublisher publisher={publisher} domain={domain} />}
          <p>
            <PageLink href={recordHref('advertisers', domain)}>Block {domain} everywhere</PageLink>
          </p>
        </section>
      ) : null}
    </>
  );
}

type ForPublisherProps = { readonly publisher: string; readonly domain: string };

function ForPublisher({ publisher, domain }: ForPublisherProps) {
  const path = recordPath('/api/publishers', publisher, 'settings');
  const { isBlocked, isBusy, failure, block, allow } = useBlock(
    publisherBlock(path, domain),
    false,
  );
  return (
    <div class="block-choice">
      <p role="status">
        {isBlocked
          ? `${domain} is blocked for ${publisher}.`
          : `${publisher} will get no ad of ${domain} or of a domain under it, from any partner. Bids that name no advertiser will be dropped for it, too. Other publishers still get them.`}
      </p>
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
