import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { AdPreview } from '../../../../ui/ad-preview.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Empty, Failure } from '../../../../ui/empty.tsx';
import { count } from '../../../../ui/format.ts';
import { Changes } from '../../../../ui/history.tsx';
import { Pairs } from '../../../../ui/pairs.tsx';
import type { PageProps } from '../../../../ui/shell/router.ts';
import { Time } from '../../../../ui/zone.tsx';
import { adOf, ImageBase } from '../creative-ad.ts';
import { hrefOf } from '../paths.ts';
import type { Approval } from './api.ts';
import { idOf, useInbox } from './use-inbox.ts';

/** `#/approvals`: what waits, one at a time, all with the keyboard. */
export function ApprovalsPage({ session }: PageProps) {
  const inbox = useInbox();
  const { rows, index, total, accounts, last, said, failure } = inbox;
  const mayDecide = session.role === 'admin';
  const row = rows?.[index];
  const [rejection, setRejection] = useState<TypedRejection>();
  const undo = last === undefined || !mayDecide ? undefined : () => void inbox.undo(last);
  const next = () => inbox.show(index + 1);
  useKeys({
    j: next,
    n: next,
    k: () => inbox.show(index - 1),
    ...(undo && { u: undo }),
    ...(row !== undefined &&
      mayDecide && {
        a: () => void inbox.approve(row),
        r: () => setRejection({ id: idOf(row), reason: '' }),
      }),
  });
  return (
    <ImageBase.Provider value={session.publicUrl}>
      <header class="page-head">
        <h1>Approvals</h1>
        <p class="muted">
          {total === 0
            ? ''
            : `${count(total)} ${total === 1 ? 'creative waits' : 'creatives wait'}. `}
          {mayDecide ? '' : 'It takes the role admin to approve and reject.'}
        </p>
      </header>
      {accounts === 0 ? null : (
        <p class="note">
          {accounts === 1 ? '1 account' : `${count(accounts)} accounts`} of AI buyers{' '}
          {accounts === 1 ? 'waits' : 'wait'} too: <a href="#/buyers">look at them</a>.
        </p>
      )}
      <p role="status" class="approval-said">
        {said}{' '}
        {undo === undefined ? null : (
          <button type="button" class="small" onClick={undo}>
            Undo <kbd>u</kbd>
          </button>
        )}
      </p>
      <Failure reason={failure} {...(rows === undefined && { retry: inbox.reload })} />
      {rows === undefined ? (
        failure === undefined && <p class="muted">Loading …</p>
      ) : row === undefined ? (
        <Empty title="Nothing waits.">
          <a href="#/campaigns">To the campaigns</a>
        </Empty>
      ) : (
        <div class="inbox">
          <ApprovalView
            row={row}
            isLast={index === rows.length - 1}
            isFirst={index === 0}
            decide={mayDecide ? inbox : undefined}
            reason={rejection?.id === idOf(row) ? rejection.reason : undefined}
            onReason={(reason) =>
              setRejection(reason === undefined ? undefined : { id: idOf(row), reason })
            }
            onMove={(step) => inbox.show(index + step)}
            key={idOf(row)}
          />
          <WaitingList
            rows={rows}
            index={index}
            total={total}
            onShow={inbox.show}
            onApproveAll={mayDecide ? () => void inbox.approveAll(rows) : undefined}
          />
        </div>
      )}
    </ImageBase.Provider>
  );
}

/** What somebody types against a creative. It stays after the rejection: where that is taken back, it is there again. */
type TypedRejection = { readonly id: string; readonly reason: string };

type ApprovalViewProps = {
  readonly row: Approval;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** undefined: somebody who only looks. */
  readonly decide: Pick<ReturnType<typeof useInbox>, 'approve' | 'reject'> | undefined;
  /** What is typed so far. undefined: it is not asked for. */
  readonly reason: string | undefined;
  readonly onReason: (reason: string | undefined) => void;
  readonly onMove: (step: 1 | -1) => void;
};

function ApprovalView(props: ApprovalViewProps) {
  const { row, isFirst, isLast, decide, reason, onReason, onMove } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever does not see the page hears what is shown now.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section class="panel" aria-labelledby="approval-title">
      <h2 id="approval-title" ref={heading} tabIndex={-1}>
        <bdi>{row.creative.title}</bdi>{' '}
        <span class="muted">
          by <bdi>{row.sender.advertiser}</bdi>
        </span>
      </h2>
      <div class="actions">
        {decide === undefined ? null : (
          <>
            <button type="button" class="primary" onClick={() => decide.approve(row)}>
              Approve <kbd>a</kbd>
            </button>
            <button
              type="button"
              aria-expanded={reason !== undefined}
              onClick={() => onReason(reason === undefined ? '' : undefined)}
            >
              Reject … <kbd>r</kbd>
            </button>
          </>
        )}
        <button type="button" disabled={isLast} onClick={() => onMove(1)}>
          Next <kbd>j</kbd>
        </button>
        <button type="button" disabled={isFirst} onClick={() => onMove(-1)}>
          Previous <kbd>k</kbd>
        </button>
      </div>
      {reason !== undefined && decide !== undefined ? (
        <Reject
          reason={reason}
          onReason={onReason}
          onReject={() => void decide.reject(row, reason)}
          onCancel={() => {
            onReason(undefined);
            heading.current?.focus();
          }}
        />
      ) : null}
      <ApprovalItem row={row} />
    </section>
  );
}

const REASON_LENGTH_MAX = 500;

type RejectProps = {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly onReject: () => void;
  readonly onCancel: () => void;
};

function Reject({ reason, onReason, onReject, onCancel }: RejectProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '') onReject();
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
          onInput={(event) => onReason(event.currentTarget.value)}
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

type WaitingListProps = {
  readonly rows: readonly Approval[];
  readonly index: number;
  readonly total: number;
  readonly onShow: (index: number) => void;
  /** undefined: somebody who only looks. */
  readonly onApproveAll: (() => void) | undefined;
};

function WaitingList({ rows, index, total, onShow, onApproveAll }: WaitingListProps) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = list.current?.querySelector('[aria-current]');
    // Below the ad, on a narrow screen, nobody wants to be taken to it.
    if (list.current !== null && list.current.scrollHeight > list.current.clientHeight) {
      shown?.scrollIntoView({ block: 'nearest' });
    }
  }, [index]);
  return (
    <nav aria-label="Creatives that wait" class="waiting" ref={list}>
      {onApproveAll === undefined || rows.length < 2 ? null : (
        <Confirm
          label="Approve all"
          name={`${count(rows.length)} shown`}
          consequence={`All ${count(rows.length)} in this list are approved as they are now.`}
          onYes={onApproveAll}
        />
      )}
      <ol>
        {rows.map((row, at) => (
          <li key={idOf(row)}>
            <button
              type="button"
              aria-current={at === index ? 'true' : undefined}
              onClick={() => onShow(at)}
            >
              <bdi>{row.creative.title}</bdi>
              <span class="muted">
                <bdi>{row.sender.advertiser}</bdi> · {row.kind === 'new' ? 'new' : 'changed'}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {total > rows.length ? (
        <p class="muted">{count(total - rows.length)} more follow when these are decided.</p>
      ) : null}
    </nav>
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

/** `g` and a letter open another page, as long as this: such a letter decides nothing here. */
const CHORD_MS_MAX = 1500;

/** What each key does on this page, but not in text fields, in dialogs and with other keys. */
function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    let chordUntilMs = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const { target } = event;
      const isElsewhere =
        target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
      if (isElsewhere || document.querySelector('dialog[open]') !== null) return;
      const isChord = performance.now() < chordUntilMs;
      chordUntilMs = event.key === 'g' ? performance.now() + CHORD_MS_MAX : 0;
      const action = isChord ? undefined : latest.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
