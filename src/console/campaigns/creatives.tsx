import { useContext, useState } from 'preact/hooks';
import type { Campaign, CampaignCreative } from '../../demand/campaigns/campaign-schema.ts';
import type { CreativeState } from '../../store/stored-campaign.ts';
import { send } from '../client.ts';
import { AdPreview } from '../ui/ad-preview.tsx';
import { Failure } from '../ui/empty.tsx';
import type { CampaignDocument } from './api.ts';
import { adOf, ImageBase } from './creative-ad.ts';

type CreativesProps = {
  readonly document: CampaignDocument;
  /** Whether this person may approve and reject. */
  readonly mayReview: boolean;
  readonly reload: () => void;
};

/** The ads as readers see them, with the state of each. */
export function Creatives({ document, mayReview, reload }: CreativesProps) {
  const { campaign, reviews, source, pending } = document;
  const imageBase = useContext(ImageBase);
  return (
    <section class="panel" aria-labelledby="ads">
      <h2 id="ads">
        {campaign.creatives.length === 1 ? 'The ad' : 'The ads'}
        {pending.length === 0 ? '' : ', as changed'}
      </h2>
      <p class="muted">{senderWords(campaign)}</p>
      {campaign.creatives.map((creative) => {
        const review = reviews.find((one) => one.creative === creative.id);
        return (
          <section class="creative" key={creative.id} aria-label={`Creative ${creative.id}`}>
            <p class="muted">
              {creative.id}: {REVIEW_WORDS[review?.state ?? 'waiting']}
              {review?.reason ? `: ${review.reason}` : ''}
            </p>
            <AdPreview ad={adOf(creative, campaign.advertiser, imageBase)} />
            {mayReview && source === 'store' && document.state !== 'archived' ? (
              <details class="review" open={review?.state === 'waiting'}>
                <summary>Review</summary>
                <ReviewForm
                  document={document}
                  creative={creative}
                  reload={reload}
                  state={review?.state}
                />
              </details>
            ) : null}
          </section>
        );
      })}
    </section>
  );
}

/** Who says it, which is approved together with each ad. */
function senderWords({ advertiser, domain, categories = [], cattax }: Campaign): string {
  const listed = categories.length === 0 ? 'no categories' : `categories ${categories.join(', ')}`;
  return `From ${advertiser}, ${domain}, ${listed}${cattax === undefined ? '' : ` of taxonomy ${cattax}`}`;
}

const REVIEW_WORDS: Readonly<Record<CreativeState, string>> = {
  waiting: 'waits for approval',
  approved: 'approved',
  rejected: 'rejected',
};

type ReviewProps = Omit<CreativesProps, 'mayReview'> & {
  readonly creative: CampaignCreative;
  readonly state: CreativeState | undefined;
};

function ReviewForm({ document, creative, state, reload }: ReviewProps) {
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();
  const { partner, campaign, revision } = document;
  const review = async (next: CreativeState) => {
    const names = [partner, campaign.id, creative.id].map(encodeURIComponent);
    const path = `/api/creatives/${names.join('/')}/review`;
    const body = JSON.stringify({ state: next, reason });
    // What was looked at is what is approved.
    const outcome = await send(path, body, { 'If-Match': `"${revision}"` });
    setFailure(outcome.kind === 'failed' ? outcome.reason : undefined);
    if (outcome.kind === 'ready') reload();
  };
  const id = `reason-${creative.id}`;
  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault();
        void review('rejected');
      }}
    >
      {state === 'approved' ? null : (
        <button type="button" class="primary" onClick={() => review('approved')}>
          Approve<span class="hidden"> {creative.id}</span>
        </button>
      )}
      {state === 'rejected' ? null : (
        <>
          <label for={id}>Reason to reject it</label>
          <input id={id} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
          <button type="submit">
            Reject<span class="hidden"> {creative.id}</span>
          </button>
        </>
      )}
      <Failure reason={failure} />
    </form>
  );
}
