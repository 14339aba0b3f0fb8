import type { ComponentChildren } from 'preact';
import { Empty } from '../../../ui/empty.tsx';
import { count } from '../../../ui/format.ts';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Select } from '../../../ui/select.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/zone.tsx';
import type { FeedbackLine, FeedbackList } from '../operations.ts';

const PERIODS = [
  ['1', 'Today'],
  ['7', 'Seven days'],
  ['28', 'Four weeks'],
  ['92', 'Three months'],
] as const;

export const PERIOD_DEFAULT = '28';

/** The period that an address has. */
export function daysOf(parameters: URLSearchParams): string {
  return PERIODS.find(([days]) => days === parameters.get('days'))?.[0] ?? PERIOD_DEFAULT;
}

type FeedbackProps = {
  readonly path: string;
  /** What can be done about an ad. */
  readonly actionOf: (line: FeedbackLine) => ComponentChildren;
  /** More of whose ad it is, for those who see several publishers. */
  readonly whereOf?: (line: FeedbackLine) => ComponentChildren;
};

type FeedbackHeadProps = {
  readonly days: string;
  readonly onDays: (days: string) => void;
  readonly children?: ComponentChildren;
};

/** What the page is, and of which period. */
export function FeedbackHead({ days, onDays, children }: FeedbackHeadProps) {
  return (
    <>
      <header class="page-head">
        <h1>Feedback</h1>
        <p class="muted">
          Ads that people hid, reported, or want nothing more of their advertiser. Without tests.
        </p>
      </header>
      <div class="filters">
        <Select label="Period" value={days} options={PERIODS} onChange={onDays} />
        {children}
      </div>
    </>
  );
}

const HEADS = {
  Ad: '',
  Hidden: 'number',
  'Not this advertiser': 'number',
  Reported: 'number',
  Last: '',
  '': '',
};

/** The ads of which people said something. */
export function FeedbackRows({ path, actionOf, whereOf = () => null }: FeedbackProps) {
  const resource = useResource<FeedbackList>(path);
  return (
    <Loaded resource={resource}>
      {({ rows, isWhole }) =>
        rows.length === 0 ? (
          <Empty title="Nobody said anything of an ad in this period">
            <p>Ads that people hide, report or want no more of appear here.</p>
          </Empty>
        ) : (
          <>
            <Table heads={HEADS}>
              {rows.map((line) => (
                <Row key={keyOf(line)} line={line} where={whereOf(line)} action={actionOf(line)} />
              ))}
            </Table>
            {isWhole ? null : <p class="muted">These are the newest; there are more.</p>}
          </>
        )
      }
    </Loaded>
  );
}

const keyOf = ({ publisher, partner, campaign, creative, advertiser }: FeedbackLine) =>
  JSON.stringify([publisher, partner, campaign, creative, advertiser]);

type FeedbackRowProps = {
  readonly line: FeedbackLine;
  readonly where: ComponentChildren;
  readonly action: ComponentChildren;
};

function Row({ line, where, action }: FeedbackRowProps) {
  const { title, advertiser, campaign, creative, counts, at } = line;
  const ids = [campaign, creative].filter((id) => id !== '').join(' / ');
  return (
    <tr>
      <td data-label="Ad">
        <bdi>{title || 'An ad without a title'}</bdi>
        <div class="muted">
          {advertiser || 'no advertiser named'}
          {ids === '' ? '' : ` · ${ids}`}
          {where}
        </div>
      </td>
      <td class="number" data-label="Hidden">
        {count(counts.hide)}
      </td>
      <td class="number" data-label="Not this advertiser">
        {count(counts.advertiser)}
      </td>
      <td class="number" data-label="Reported">
        {count(counts.report)}
        {counts.report === 0 ? null : <div class="muted">{reasonWords(line)}</div>}
      </td>
      <td data-label="Last" class="nowrap">
        <Time iso={at} />
      </td>
      <td class="row-action">{action}</td>
    </tr>
  );
}

/** Why people report an ad. */
const REASONS: Readonly<Record<string, string>> = {
  misleading: 'misleading or a fraud',
  offensive: 'offensive',
  illegal: 'illegal',
  irrelevant: 'does not fit',
  repeated: 'seen too often',
  other: 'something else',
};

/** Each reason with how often it was given. */
function reasonWords({ reasons }: Pick<FeedbackLine, 'reasons'>): string {
  return reasons.map(({ reason, count }) => `${REASONS[reason] ?? reason}: ${count}`).join(', ');
}
