import { useEffect, useState } from 'preact/hooks';
import { Empty, Failure } from '../../../ui/empty.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { getJson, type Outcome } from '../../../ui/shell/client.ts';
import { Table } from '../../../ui/table.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { publisherBlock } from '../../../ui/use-block.ts';
import { Time } from '../../../ui/zone.tsx';
import type { PortalAuction, PortalRequests, PortalSettings } from './api.ts';
import { BlockAdvertiser } from './block.tsx';
import { portalPath } from './paths.ts';
import type { PortalPageProps } from './props.ts';

/** Which ads came, and which advertisers may not come again. */
export function AdsView({ mayEdit }: PortalPageProps) {
  const settings = useResource<PortalSettings>(portalPath('settings'));
  return (
    <>
      <header class="page-head">
        <h1>Ads</h1>
        <p class="muted">The ads of your last sold requests, and the advertisers that you block.</p>
      </header>
      <Loaded resource={settings}>
        {(loaded) => (
          <>
            <LastAds mayBlock={mayEdit} onBlocked={settings.reload} />
            <Blocked settings={loaded} mayChange={mayEdit} reload={settings.reload} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** Each is one call, so there are few. */
const REQUESTS_MAX = 12;

type LastAd = {
  readonly requestId: string;
  readonly at: string;
  readonly advertiser: string;
  readonly title: string | null;
};

async function loadLastAds(): Promise<Outcome<readonly LastAd[]>> {
  const sold = await getJson<PortalRequests>(portalPath('requests?outcome=sold'));
  if (sold.kind === 'failed') return sold;
  const found = await Promise.all(
    sold.value.rows
      .slice(0, REQUESTS_MAX)
      .map(({ requestId }) =>
        getJson<PortalAuction>(portalPath(`requests/${encodeURIComponent(requestId)}`)),
      ),
  );
  const ads = found.flatMap((outcome) => {
    // One that is forgotten meanwhile is no longer an ad of the last ones.
    if (outcome.kind === 'failed') return [];
    const { requestId, at, imps } = outcome.value;
    return imps.flatMap(({ sold: ad }) =>
      ad === null ? [] : [{ requestId, at, advertiser: ad.advertiser, title: ad.title }],
    );
  });
  return { kind: 'ready', value: ads };
}

const HEADS = { Ad: '', Advertiser: '', Time: '', '': '' };

type LastAdsProps = { readonly mayBlock: boolean; readonly onBlocked: () => void };

function LastAds({ mayBlock, onBlocked }: LastAdsProps) {
  const [outcome, setOutcome] = useState<Outcome<readonly LastAd[]>>();
  const load = async () => setOutcome(await loadLastAds());
  useEffect(() => {
    load();
  }, []);
  return (
    <Loaded resource={{ outcome, reload: load }}>
      {(ads) =>
        ads.length === 0 ? (
          <Empty title="No ad is remembered">
            <p>Ads appear here when a request has been sold.</p>
          </Empty>
        ) : (
          <Table heads={HEADS}>
            {ads.map(({ requestId, at, advertiser, title }, index) => (
              <tr key={`${requestId} ${index}`}>
                <td data-label="Ad">
                  <a href={`#/requests/${encodeURIComponent(requestId)}`}>
                    <bdi>{title ?? 'An ad without a title'}</bdi>
                  </a>
                </td>
                <td data-label="Advertiser">{advertiser}</td>
                <td data-label="Time" class="nowrap">
                  <Time iso={at} />
                </td>
                <td class="row-action">
                  {mayBlock ? <BlockAdvertiser domain={advertiser} onBlocked={onBlocked} /> : null}
                </td>
              </tr>
            ))}
          </Table>
        )
      }
    </Loaded>
  );
}

type BlockedProps = {
  readonly settings: PortalSettings;
  readonly mayChange: boolean;
  readonly reload: () => void;
};

function Blocked({ settings: { settings }, mayChange, reload }: BlockedProps) {
  const { failure, run } = useAction();
  const domains = settings.blockedDomains ?? [];
  const allow = (domain: string) => run(publisherBlock(portalPath, domain).allow(), reload);
  return (
    <section class="panel" aria-labelledby="blocked">
      <h2 id="blocked">Blocked advertisers</h2>
      <Failure reason={failure} />
      {domains.length === 0 ? <p class="muted">You block no advertiser.</p> : null}
      <ul class="blocked">
        {domains.map((domain) => (
          <li key={domain}>
            {domain}{' '}
            {mayChange ? (
              <button type="button" class="small" onClick={() => allow(domain)}>
                Allow<span class="hidden"> {domain}</span>
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      <p class="muted">
        Categories that you block are under <a href="#/settings">Settings</a>.
      </p>
    </section>
  );
}
