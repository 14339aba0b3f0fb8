import { Confirm } from '../../../ui/confirm.tsx';
import { Failure } from '../../../ui/empty.tsx';
import { Feedback } from '../../../ui/feedback.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { nowrap, Rows, rowAction } from '../../../ui/table.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { publisherBlock, useBlock } from '../../../ui/use-block.ts';
import { Time } from '../../../ui/zone.tsx';
import type { PortalAd } from '../requests.ts';
import type { PortalSettings } from '../settings.ts';
import { type PortalPageProps, pathOf } from './api.ts';

const SETTINGS = pathOf('settings');

/** Which ads came, what people said of them, and which advertisers may not come again. */
export function AdsView({ mayEdit }: PortalPageProps) {
  const ads = useResource<readonly PortalAd[]>(pathOf('ads'));
  const settings = useResource<PortalSettings>(SETTINGS);
  const { failure, run } = useAction();
  const allow = (domain: string) => run(publisherBlock(SETTINGS, domain).allow(), settings.reload);
  const blockOf = ({ advertiser }: { readonly advertiser: string }) =>
    mayEdit && advertiser !== '' ? (
      <BlockAdvertiser domain={advertiser} onBlocked={settings.reload} />
    ) : null;
  return (
    <>
      <header class="page-head">
        <h1>Ads</h1>
        <p class="muted">The ads of your last sold requests, and the advertisers that you block.</p>
      </header>
      <Loaded resource={ads}>
        {(rows) =>
          rows.length === 0 ? (
            <p class="muted">No ad is remembered. They appear here when a request has been sold.</p>
          ) : (
            <Rows
              rows={rows}
              columns={{ ...COLUMNS, ...rowAction(blockOf) }}
              keyOf={({ requestId }, index) => `${requestId} ${index}`}
            />
          )
        }
      </Loaded>
      <Feedback path={pathOf('feedback')} actionOf={blockOf} />
      <section class="panel" aria-labelledby="blocked">
        <h2 id="blocked">Blocked advertisers</h2>
        <Failure reason={failure} />
        <Loaded resource={settings}>
          {({ settings: { blockedDomains = [] } }) => (
            <>
              {blockedDomains.length === 0 ? <p class="muted">You block no advertiser.</p> : null}
              <ul class="blocked">
                {blockedDomains.map((domain) => (
                  <li key={domain}>
                    {domain}{' '}
                    {mayEdit ? (
                      <button type="button" class="small" onClick={() => allow(domain)}>
                        Allow<span class="hidden"> {domain}</span>
                      </button>
                    ) : null}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Loaded>
        <p class="muted">
          Categories that you block are under <a href="#/settings">Settings</a>.
        </p>
      </section>
    </>
  );
}

const COLUMNS = {
  Ad: ({ requestId, title }: PortalAd) => (
    <a href={`#/requests/${encodeURIComponent(requestId)}`}>
      <bdi>{title ?? 'An ad without a title'}</bdi>
    </a>
  ),
  Advertiser: ({ advertiser }: PortalAd) => advertiser,
  Time: nowrap(({ at }: PortalAd) => <Time iso={at} />),
};

type BlockProps = { readonly domain: string; readonly onBlocked?: () => void };

/** For an ad that a publisher does not want to see again. */
export function BlockAdvertiser({ domain, onBlocked }: BlockProps) {
  const calls = publisherBlock(SETTINGS, domain);
  const { isBlocked, isBusy, failure, block, allow } = useBlock(calls, false, onBlocked);
  return (
    <>
      {isBlocked ? (
        <p role="status">
          {domain} is blocked.{' '}
          <button type="button" class="small" disabled={isBusy} onClick={allow}>
            Undo
          </button>{' '}
          <a href="#/ads">See all blocks</a>
        </p>
      ) : (
        <p class="actions">
          <Confirm
            label="Block this advertiser"
            name={domain}
            consequence={`No ad of ${domain} is sold to you any more.`}
            onYes={block}
          />
        </p>
      )}
      <Failure reason={failure} />
    </>
  );
}
