import { useContext } from 'preact/hooks';
import { AdPreview } from '../../../../ui/ad-preview.tsx';
import { Changes } from '../../../../ui/history.tsx';
import { Pairs } from '../../../../ui/pairs.tsx';
import { Time } from '../../../../ui/zone.tsx';
import { adOf, ImageBase } from '../creative-ad.ts';
import { hrefOf } from '../paths.ts';
import type { Approval } from './api.ts';

/** The ad as readers see it, who says it, where it leads, and what changed. */
export function ApprovalItem({ row }: { readonly row: Approval }) {
  const { partner, campaign, creative, sender, state, changedAt, changedBy } = row;
  const imageBase = useContext(ImageBase);
  return (
    <div class="approval">
      <AdPreview ad={adOf(creative, sender.advertiser, imageBase)} />
      <div>
        <Pairs
          pairs={[
            ['Leads to', <Host key="host" link={creative.link} domain={sender.domain} />],
            ['Advertiser', sender.advertiser],
            ['Domain', sender.domain],
            ['Categories', categoryWords(sender)],
            [
              'Campaign',
              <span key="campaign">
                <a href={hrefOf(partner, campaign)}>{campaign}</a> of {partner}, {state}
              </span>,
            ],
            ['Creative', creative.id],
            [
              'Changed',
              <span key="changed">
                <Time iso={changedAt} /> by {changedBy}
              </span>,
            ],
          ]}
        />
        <h3>{row.kind === 'new' ? 'New' : 'Changed since the last approval'}</h3>
        {row.kind === 'new' ? (
          <p class="muted">No form of this creative was approved before.</p>
        ) : (
          <p class="muted">
            {state === 'active' ? 'The approved form serves until then.' : 'It does not serve now.'}
          </p>
        )}
        {row.changes.length === 0 ? null : <Changes changes={row.changes} />}
      </div>
    </div>
  );
}

function categoryWords({ categories = [], cattax }: Approval['sender']): string {
  if (categories.length === 0) return 'none';
  return `${categories.join(', ')}${cattax === undefined ? '' : ` of taxonomy ${cattax}`}`;
}

/** The host that readers land on, which may be another one than the advertiser's. */
function Host({ link, domain }: { readonly link: string; readonly domain: string }) {
  const host = URL.parse(link)?.host ?? '';
  const isOwn = host === domain || host.endsWith(`.${domain}`);
  return (
    <>
      <a href={link} target="_blank" rel="noreferrer noopener">
        {host || link}
      </a>
      {isOwn ? null : <span class="bad"> not a host of {domain}</span>}
    </>
  );
}
