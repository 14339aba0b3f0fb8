import { Back } from '../../../ui/back.tsx';
import { sentence, usd } from '../../../ui/format.ts';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Pairs } from '../../../ui/pairs.tsx';
import { Time } from '../../../ui/zone.tsx';
import type { PortalAuction } from './api.ts';
import { BlockAdvertiser } from './block.tsx';
import { portalPath } from './paths.ts';
import { OUTCOMES } from './words.ts';

type OneRequestProps = { readonly id: string; readonly mayChange: boolean };

/** What became of one request, and why. */
export function OneRequest({ id, mayChange }: OneRequestProps) {
  const path = portalPath(`requests/${encodeURIComponent(id)}`);
  const resource = useResource<PortalAuction>(path);
  return (
    <>
      <Back href="#/requests" to="Requests" />
      <Loaded resource={resource}>
        {(auction) => (
          <>
            <header class="page-head">
              <h1>{OUTCOMES[auction.outcome].name}</h1>
              <p class="muted">
                <Time iso={auction.at} /> · <code>{auction.requestId}</code>
              </p>
            </header>
            <Explained auction={auction} />
            {auction.imps.map((imp) => (
              <Imp imp={imp} mayChange={mayChange} key={imp.id} />
            ))}
          </>
        )}
      </Loaded>
    </>
  );
}

function Explained({ auction }: { readonly auction: PortalAuction }) {
  const { outcome, words, field, warnings, askedPartners, bids } = auction;
  return (
    <section class="panel" aria-label="What happened">
      {words === '' ? null : <p>{sentence(words)}</p>}
      <Pairs
        kind="settings"
        pairs={[
          ...(field === null ? [] : [['Field', <code key="field">{field}</code>] as const]),
          ...(outcome === 'refused'
            ? []
            : ([
                ['Partners that were asked', String(askedPartners)],
                ['Bids', String(bids)],
              ] as const)),
        ]}
      />
      {warnings.length === 0 ? null : (
        <>
          <h2>What could be better</h2>
          <ul>
            {warnings.map(({ code, field: at, reason }) => (
              <li key={`${code} ${at}`}>
                {at === '' ? code : <code>{at}</code>}
                {reason === '' ? '' : `: ${sentence(reason)}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

type ImpProps = {
  readonly imp: PortalAuction['imps'][number];
  readonly mayChange: boolean;
};

function Imp({ imp: { id, placement, sold, words }, mayChange }: ImpProps) {
  return (
    <section class="panel" aria-label={`Impression ${id}`}>
      <h2>
        Impression {id}
        {placement === null ? '' : `, placement ${placement}`}
      </h2>
      {words === null ? null : <p>{sentence(words)}</p>}
      {sold === null ? null : (
        <>
          <Pairs
            kind="settings"
            pairs={[
              ['Advertiser', sold.advertiser],
              ...(sold.title === null ? [] : ([['Title', sold.title]] as const)),
              ['Price of a thousand', usd(sold.cpmUsd)],
              ['Of it you are owed', usd(sold.owedCpmUsd)],
            ]}
          />
          {mayChange ? <BlockAdvertiser domain={sold.advertiser} /> : null}
        </>
      )}
    </section>
  );
}
