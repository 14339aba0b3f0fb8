import { useContext, useState } from 'preact/hooks';
import type { Campaign, CampaignCreative } from '../../../demand/campaigns/campaign-schema.ts';
import type { CreativeState } from '../../../store/campaign-kind.ts';
import { AdPreview } from '../../../ui/ad-preview.tsx';
import { DoneNotice } from '../../../ui/done-notice.tsx';
import { type Action, useAction } from '../../../ui/use-action.ts';
import type { CampaignDocument } from '../operations.ts';
import { review } from './approvals/review.ts';
import { adOf, ImageBase } from './creative-ad.ts';

type CreativesProps = {
  readonly document: CampaignDocument;
  /** Whether this person may approve and reject. */
  readonly mayReview: boolean;
  readonly reload: () => void;
};

/** The ads as readers see them, with the state of each. */
export function Creatives({ document, mayReview, reload }: CreativesProps) {
  const { definition: campaign, reviews, source, pending } = document;
  const imageBase = useContext(ImageBase);
  return (
    <section class="panel" aria-labelledby="ads">
      <h2 id="ads">
        {campaign.creatives.length === 1 ? 'The ad' : 'The ads'}
        {pending.length === 0 ? '' : ', as changed'}
      </h2>
      <p class="muted">
        From <bdi>{campaign.advertiser}</bdi>, {senderWords(campaign)}
      </p>
      {campaign.creatives.map((creative) => {
        const review = reviews[creative.id];
        return (
          <section class="creative" key={creative.id} aria-label={`Creative ${creative.id}`}>
            <p class="muted">
              {creative.id}: {REVIEW_WORDS[review?.state ?? 'waiting']}
              {review?.reason ? `: ${review.reason}` : ''}
            </p>
            <AdPreview ad={adOf(creative, campaign.advertiser, imageBase)} />
            {mayReview && source === 'store' && document.state !== 'archived' ? (
              <Reviewed
                document={document}
                creative={creative}
                reload={reload}
                state={review?.state}
              />
            ) : null}
          </section>
        );
      })}
    </section>
  );
}

/** What came of a review stands outside of its form, which closes with it. */
function Reviewed(props: ReviewProps) {
  const action = useAction();
  return (
    <>
      <details class="review" open={props.state === 'waiting'}>
        <summary>Review</summary>
        <ReviewForm {...props} action={action} />
      </details>
      <DoneNotice action={action} />
    </>
  );
}

/** Who says it, which is approved together with each ad. */
function senderWords({ domain, categories = [], cattax }: Campaign): string {
  const listed = categories.length === 0 ? 'no categories' : `categories ${categories.join(', ')}`;
  return `${domain}, ${listed}${cattax === undefined ? '' : ` of taxonomy ${cattax}`}`;
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

type ReviewFormProps = ReviewProps & { readonly action: Action };

function ReviewForm({ document, creative, state, reload, action }: ReviewFormProps) {
  const [reason, setReason] = useState('');
  const { partner, definition, revision, pending } = document;
  const seen = { partner, campaign: definition.id, creative, revision };
  const decide = (next: 'approved' | 'rejected') =>
    action.run(review(seen, next, reason), reload, ({ revision: made }) => ({
      said: next === 'approved' ? 'Approved.' : 'Rejected.',
      undo: {
        call: () => review({ ...seen, revision: made }, 'waiting'),
        onDone: reload,
        said: 'Taken back: it waits for approval again.',
      },
    }));
  const replaces = pending.length > 0;
  const id = `reason-${creative.id}`;
  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault();
        void decide('rejected');
      }}
    >
      {state === 'approved' ? null : (
        <>
          {replaces ? (
            <span class="muted">Approved, it takes the place of the version that serves.</span>
          ) : null}
          <button
            type="button"
            class="primary"
            disabled={action.isBusy}
            onClick={() => decide('approved')}
          >
            Approve<span class="hidden"> {creative.id}</span>
          </button>
        </>
      )}
      {state === 'rejected' ? null : (
        <>
          <label for={id}>Reason to reject it</label>
          <input id={id} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
          <button type="submit" disabled={action.isBusy}>
            Reject<span class="hidden"> {creative.id}</span>
          </button>
        </>
      )}
    </form>
  );
}
