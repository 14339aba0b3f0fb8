import { useState } from 'preact/hooks';
import { count } from '../../../ui/format.ts';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Table } from '../../../ui/table.tsx';
import { dateTimeWords, Time, useZone } from '../../../ui/zone.tsx';
import type { CampaignDocument, NearlyMatched, NearlyMatchedRequest } from './api.ts';
import { conditionNoun, missWords } from './condition-nouns.ts';
import { apiPath } from './paths.ts';

const REFRESH_MS = 60_000;

type NearlyProps = { readonly document: Pick<CampaignDocument, 'partner' | 'campaign'> };

/** The requests that all but one of its conditions would have let in. One without conditions has none. */
export function Nearly({ document: { partner, campaign } }: NearlyProps) {
  const { include = {}, exclude = {} } = campaign.targeting ?? {};
  if (Object.keys({ ...include, ...exclude }).length === 0) return null;
  return (
    <section class="panel" aria-labelledby="nearly">
      <h2 id="nearly">
        Nearly matched <span class="muted">last 24 hours</span>
      </h2>
      <Asked path={`${apiPath(partner, campaign.id)}/nearly`} />
    </section>
  );
}

function Asked({ path }: { readonly path: string }) {
  const resource = useResource<NearlyMatched>(path, REFRESH_MS);
  return <Loaded resource={resource}>{(nearly) => <Found nearly={nearly} />}</Loaded>;
}

const HEADS = { Time: '', Publisher: '', Format: '', Failed: '' };

/** The others often look alike. */
const SHOWN_FIRST = 5;

function Found({ nearly }: { readonly nearly: NearlyMatched }) {
  const [isWhole, setIsWhole] = useState(false);
  const { conditions, isAbout, requests, last, ignored } = nearly;
  const times = (value: number) => `${isAbout ? 'about ' : ''}${count(value)}`;
  return (
    <>
      {conditions.length === 0 ? (
        <p>
          None of {times(requests)} requests failed one condition alone. Either they match, or
          several conditions keep them out.
        </p>
      ) : (
        <ul>
          {conditions.map(({ field, requests: failed }) => (
            <li key={field}>
              All but {conditionNoun(field)}: {times(failed)}
            </li>
          ))}
        </ul>
      )}
      {ignored.length === 0 ? null : (
        <p class="muted">
          {ignored.join(', ')}: not looked at, since samples name no person and no conversation.
        </p>
      )}
      {last.length === 0 ? null : (
        <Table heads={HEADS} caption="The last requests that nearly matched">
          {last.slice(0, isWhole ? last.length : SHOWN_FIRST).map((one, index) => (
            <Miss miss={one} key={one.requestId ?? `${one.at} ${index}`} />
          ))}
        </Table>
      )}
      {isWhole || last.length <= SHOWN_FIRST ? null : (
        <button type="button" onClick={() => setIsWhole(true)}>
          Show the last {last.length}
        </button>
      )}
    </>
  );
}

function Miss({ miss }: { readonly miss: NearlyMatchedRequest }) {
  const { at, requestId, publisher, format } = miss;
  const zone = useZone();
  return (
    <tr>
      <td data-label="Time">
        {requestId === null ? (
          dateTimeWords(Date.parse(at), zone)
        ) : (
          <a href={`#/auctions/${encodeURIComponent(requestId)}`}>
            <Time iso={at} />
          </a>
        )}
      </td>
      <td data-label="Publisher">{publisher || '–'}</td>
      <td data-label="Format">{format}</td>
      <td data-label="Failed">{missWords(miss)}</td>
    </tr>
  );
}
