import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { AdPreview } from '../../../../ui/ad-preview.tsx';
import { callsOf } from '../../../../ui/calls.ts';
import { Confirm } from '../../../../ui/confirm.tsx';
import { tellDecided } from '../../../../ui/decided.ts';
import { DoneNotice } from '../../../../ui/done-notice.tsx';
import { Empty } from '../../../../ui/empty.tsx';
import { count } from '../../../../ui/format.ts';
import { Changes } from '../../../../ui/history.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';
import { Pairs } from '../../../../ui/pairs.tsx';
import { campaignHref } from '../../../../ui/record-paths.ts';
import type { Outcome } from '../../../../ui/shell/client.ts';
import { useKeys } from '../../../../ui/shell/keys.tsx';
import type { PageProps } from '../../../../ui/shell/router.ts';
import { useAction } from '../../../../ui/use-action.ts';
import { Time } from '../../../../ui/zone.tsx';
import type { Approval, ApprovalList } from '../../approvals.ts';
import type { CAMPAIGN_OPS } from '../../operations.ts';
import { adOf, ImageBase } from '../creative-ad.ts';
import { review } from './review.ts';

const { useAsked } = callsOf<typeof CAMPAIGN_OPS>();

const CONFLICT_STATUS = 412;

const idOf = ({ partner, campaign, creative }: Approval) => `${partner}/${campaign}/${creative.id}`;
const nameOf = ({ creative, campaign }: Approval) => `creative ${creative.id} of ${campaign}`;

/** `#/approvals`: what waits, one at a time, all with the keyboard. */
export function ApprovalsPage({ session }: PageProps) {
  const resource = useAsked('GET /api/approvals', { query: {} });
  return (
    <>
      <header class="page-head">
        <h1>Approvals</h1>
      </header>
      <Loaded resource={resource}>
        {(list) => (
          <Inbox list={list} mayDecide={session.role === 'admin'} reload={resource.reload} />
        )}
      </Loaded>
    </>
  );
}

type InboxProps = {
  readonly list: ApprovalList;
  readonly mayDecide: boolean;
  readonly reload: () => Promise<void>;
};

function Inbox({ list, mayDecide, reload }: InboxProps) {
  const action = useAction();
  // What is looked at stays as it was read until somebody decides: nothing is swapped meanwhile.
  const [rows, setRows] = useState(list.rows);
  const [index, setIndex] = useState(0);
  const [isRejecting, setIsRejecting] = useState(false);
  const { accounts } = list;
  const total = list.total - (list.rows.length - rows.length);
  const at = Math.max(0, Math.min(rows.length - 1, index));
  const row = rows[at];
  useEffect(() => {
    setRows(list.rows);
    const same = list.rows.findIndex((one) => row !== undefined && idOf(one) === idOf(row));
    if (same >= 0) setIndex(same);
  }, [list.rows]);
  const show = (to: number) => {
    setIsRejecting(false);
    setIndex(Math.max(0, Math.min(rows.length - 1, to)));
  };
  /** The rows after a decision, which is a new revision of the other creatives of its campaign too. */
  const setIn = (next: readonly Approval[], { partner, campaign }: Approval, revision: number) => {
    const isOf = (one: Approval) => one.partner === partner && one.campaign === campaign;
    setRows(next.map((one) => (isOf(one) ? { ...one, revision } : one)));
    tellDecided();
    if (next.length === 0) void reload();
  };
  /** Where somebody has changed it meanwhile, it is shown as it is now. */
  const seen = async <T,>(call: Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const outcome = await call;
    if (outcome.kind === 'ready' || outcome.status !== CONFLICT_STATUS) return outcome;
    await reload();
    const reason = `${outcome.reason} Nothing was decided: this is how it is now.`;
    return { ...outcome, reason };
  };
  const decide = (one: Approval, state: 'approved' | 'rejected', reason?: string) => {
    setIsRejecting(false);
    const rest = rows.filter((other) => other !== one);
    return action.run(
      seen(review(one, state, reason)),
      ({ revision }) => setIn(rest, one, revision),
      ({ revision }) => ({
        said: `${state === 'approved' ? 'Approved' : 'Rejected'} ${nameOf(one)}.`,
        undo: {
          async call() {
            const outcome = await seen(review({ ...one, revision }, 'waiting'));
            if (outcome.kind === 'ready') setIn(rows, one, outcome.value.revision);
            return outcome;
          },
          onDone: () => setIndex(at),
          said: `Taken back: ${nameOf(one)} waits again.`,
        },
      }),
    );
  };
  const allDecided = () => {
    tellDecided();
    void reload();
  };
  const undo = action.done?.undo;
  useKeys({
    j: () => show(at + 1),
    n: () => show(at + 1),
    k: () => show(at - 1),
    ...(mayDecide &&
      !action.isBusy && {
        ...(undo && {
          u: () => void action.run(undo.call(), undo.onDone, () => ({ said: undo.said })),
        }),
        ...(row && { a: () => void decide(row, 'approved'), r: () => setIsRejecting(true) }),
      }),
  });
  return (
    <>
      <p class="muted">
        {total === 0
          ? ''
          : `${count(total)} ${total === 1 ? 'creative waits' : 'creatives wait'}. `}
        {mayDecide ? '' : 'It takes the role admin to approve and reject.'}
      </p>
      {accounts === 0 ? null : (
        <p class="note">
          {accounts === 1 ? '1 account' : `${count(accounts)} accounts`} of AI buyers{' '}
          {accounts === 1 ? 'waits' : 'wait'} too: <PageLink href="#/buyers">look at them</PageLink>
          .
        </p>
      )}
      <DoneNotice action={action} />
      {row === undefined ? (
        <Empty title="Nothing waits.">
          <a href="#/campaigns">To the campaigns</a>
        </Empty>
      ) : (
        <div class="inbox">
          <section class="panel" aria-labelledby="approval-title" key={idOf(row)}>
            <Title row={row} />
            <div class="actions">
              {mayDecide ? (
                <>
                  <button
                    type="button"
                    class="primary"
                    disabled={action.isBusy}
                    onClick={() => decide(row, 'approved')}
                  >
                    Approve <kbd>a</kbd>
                  </button>
                  <button
                    type="button"
                    aria-expanded={isRejecting}
                    onClick={() => setIsRejecting(!isRejecting)}
                  >
                    Reject … <kbd>r</kbd>
                  </button>
                </>
              ) : null}
              <button type="button" disabled={at === rows.length - 1} onClick={() => show(at + 1)}>
                Next <kbd>j</kbd>
              </button>
              <button type="button" disabled={at === 0} onClick={() => show(at - 1)}>
                Previous <kbd>k</kbd>
              </button>
            </div>
            {isRejecting && mayDecide ? (
              <Reject
                onReject={(reason) => decide(row, 'rejected', reason)}
                onCancel={() => setIsRejecting(false)}
              />
            ) : null}
            <ApprovalItem row={row} />
          </section>
          <nav aria-label="Creatives that wait" class="waiting">
            {mayDecide && rows.length > 1 ? (
              <Confirm
                label="Approve all"
                name={`${count(rows.length)} shown`}
                isDisabled={action.isBusy}
                consequence={`All ${count(rows.length)} in this list are approved as they are now.`}
                onYes={() =>
                  action.run(seen(approveAll(rows)), allDecided, () => ({
                    said: `Approved ${count(rows.length)} creatives.`,
                  }))
                }
              />
            ) : null}
            <ol>
              {rows.map((one, place) => (
                <li key={idOf(one)}>
                  <button
                    type="button"
                    aria-current={place === at ? 'true' : undefined}
                    onClick={() => show(place)}
                  >
                    <bdi>{one.creative.title}</bdi>
                    <span class="muted">
                      <bdi>{one.sender.advertiser}</bdi> · {one.kind}
                    </span>
                  </button>
                </li>
              ))}
            </ol>
            {total > rows.length ? (
              <p class="muted">{count(total - rows.length)} more follow when these are decided.</p>
            ) : null}
          </nav>
        </div>
      )}
    </>
  );
}

/** Each as it was looked at, one after the other, until one is refused. A decision is a new revision of its campaign. */
async function approveAll(rows: readonly Approval[]): Promise<Outcome<unknown>> {
  const revisions = new Map<string, number>();
  for (const row of rows) {
    const campaign = `${row.partner}/${row.campaign}`;
    const revision = revisions.get(campaign) ?? row.revision;
    const outcome = await review({ ...row, revision }, 'approved');
    if (outcome.kind === 'failed') return outcome;
    revisions.set(campaign, outcome.value.revision);
  }
  return { kind: 'ready', value: undefined };
}

/** Whoever does not see the page hears what is shown now. */
function Title({ row: { creative, sender } }: { readonly row: Approval }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h2 id="approval-title" ref={heading} tabIndex={-1}>
      <bdi>{creative.title}</bdi>{' '}
      <span class="muted">
        by <bdi>{sender.advertiser}</bdi>
      </span>
    </h2>
  );
}

const REASON_LENGTH_MAX = 500;

type RejectProps = {
  readonly onReject: (reason: string) => void;
  readonly onCancel: () => void;
};

function Reject({ onReject, onCancel }: RejectProps) {
  const [reason, setReason] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '') onReject(reason);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <label class="reason">
        Reason to reject it{' '}
        <input
          ref={field}
          maxLength={REASON_LENGTH_MAX}
          required
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="danger">
        Reject <kbd>Enter</kbd>
      </button>
      <button type="button" onClick={onCancel}>
        Cancel <kbd>Esc</kbd>
      </button>
    </form>
  );
}

/** The ad as readers see it, who says it, where it leads, and what changed. */
function ApprovalItem({ row }: { readonly row: Approval }) {
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
                <a href={campaignHref(partner, campaign)}>{campaign}</a> of {partner}, {state}
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
