import type { ComponentChildren } from 'preact';
import type { FeedbackList } from '../host/admin/feedback.ts';
import { count } from './format.ts';
import { Loaded, useResource } from './loaded.tsx';
import { PageLink } from './page-link.tsx';
import { recordHref } from './record-paths.ts';
import { nowrap, number, Rows, rowAction } from './table.tsx';
import { Time } from './zone.tsx';

type Line = FeedbackList['rows'][number];

type FeedbackProps = {
  /** What is asked for the ads that are meant. */
  readonly path: string;
  /** What can be done about an ad. */
  readonly actionOf?: (line: Line) => ComponentChildren;
};

/** What people said of some ads in the last weeks. */
export function Feedback({ path, actionOf = () => null }: FeedbackProps) {
  const resource = useResource<FeedbackList>(path);
  return (
    <section class="panel" aria-labelledby="feedback">
      <h2 id="feedback">What people said of these ads in four weeks</h2>
      <Loaded resource={resource}>
        {({ rows, isWhole }) =>
          rows.length === 0 ? (
            <p class="muted">
              Nobody has hidden one, reported one or wanted no more of its advertiser.
            </p>
          ) : (
            <>
              <Rows
                rows={rows}
                columns={{ ...COLUMNS, ...rowAction(actionOf) }}
                keyOf={({ publisher, partner, campaign, creative, advertiser }) =>
                  JSON.stringify([publisher, partner, campaign, creative, advertiser])
                }
              />
              {isWhole ? null : <p class="muted">These are the newest; there are more.</p>}
            </>
          )
        }
      </Loaded>
    </section>
  );
}

const COLUMNS = {
  Ad: ({ title, advertiser, campaign, creative, partner, publisher }: Line) => (
    <>
      <bdi>{title || 'An ad without a title'}</bdi>
      <div class="muted">
        {[advertiser || 'no advertiser named', campaign, creative, partner]
          .filter(Boolean)
          .join(' · ')}
        {partner === null ? null : (
          <>
            {' '}
            · on{' '}
            <PageLink href={recordHref('publishers', publisher)}>
              {publisher || 'no publisher'}
            </PageLink>
          </>
        )}
      </div>
    </>
  ),
  Hidden: number(({ counts }: Line) => count(counts.hide)),
  'Not this advertiser': number(({ counts }: Line) => count(counts.advertiser)),
  Reported: number(({ counts, reasons }: Line) => (
    <>
      {count(counts.report)}
      {counts.report === 0 ? null : (
        <div class="muted">
          {reasons.map(({ reason, count: times }) => `${REASONS[reason]}: ${times}`).join(', ')}
        </div>
      )}
    </>
  )),
  Last: nowrap(({ at }: Line) => <Time iso={at} />),
};

/** Why people report an ad. */
const REASONS: Readonly<Record<string, string>> = {
  misleading: 'misleading or a fraud',
  offensive: 'offensive',
  illegal: 'illegal',
  irrelevant: 'does not fit',
  repeated: 'seen too often',
  other: 'something else',
};
