import { sentence } from '../../../ui/format.ts';
import { WithTimes } from '../../../ui/zone.tsx';
import type { CampaignRow } from './api.ts';

/** What happens to a campaign. The sign has a colour and a shape; the sentence says it all. */
export function CampaignState({ row }: { readonly row: Pick<CampaignRow, 'kind' | 'sentence'> }) {
  return (
    <>
      <span class={`dot sign ${row.kind}`} aria-hidden="true" />{' '}
      <WithTimes text={sentence(row.sentence)} />
    </>
  );
}
