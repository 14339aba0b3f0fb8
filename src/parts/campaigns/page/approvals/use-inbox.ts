import { useEffect, useRef, useState } from 'preact/hooks';
import type { CreativeState } from '../../../../store/campaign-kind.ts';
import { getJson, type Outcome, send } from '../../../../ui/shell/client.ts';
import type { CampaignDocument } from '../../operations.ts';
import type { Approval, ApprovalList } from './api.ts';
import { tellDecided } from './use-waiting.ts';

/** What was decided last, to take it back. */
type Decision = {
  readonly row: Approval;
  readonly index: number;
  /** That the decision made. */
  readonly revision: number;
};

type Inbox = {
  /** undefined: it is loading. */
  readonly rows: readonly Approval[] | undefined;
  /** How many wait, also those after these. */
  readonly total: number;
  /** Accounts of AI buyers, which are decided on their own page. */
  readonly accounts: number;
  readonly index: number;
  readonly last: Decision | undefined;
  /** What has just happened, also for those who do not see it. */
  readonly said: string;
  readonly failure: string | undefined;
};

const EMPTY: Inbox = {
  rows: undefined,
  total: 0,
  accounts: 0,
  index: 0,
  last: undefined,
  said: '',
  failure: undefined,
};

const CONFLICT_STATUS = 412;

export const idOf = ({ partner, campaign, creative }: Approval) =>
  `${partner}/${campaign}/${creative.id}`;

const nameOf = ({ creative, campaign }: Approval) => `creative ${creative.id} of ${campaign}`;

/** The creatives that wait, one of which is looked at. */
export function useInbox() {
  const [inbox, setInbox] = useState(EMPTY);
  /** A key that is pressed twice decides once. */
  const isBusy = useRef(false);

  async function load(more: Partial<Inbox> = {}): Promise<void> {
    const outcome = await getJson<ApprovalList>('/api/approvals');
    setInbox((before) =>
      outcome.kind === 'failed'
        ? { ...before, ...more, failure: outcome.reason }
        : { ...before, ...more, ...loaded(before, outcome.value) },
    );
  }
  useEffect(() => void load(), []);

  async function alone(work: () => Promise<void>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    await work();
    isBusy.current = false;
    tellDecided();
  }

  const decide = (row: Approval, index: number, state: 'approved' | 'rejected', reason = '') =>
    alone(async () => {
      const outcome = await review(row, state, reason);
      if (outcome.kind === 'failed') return refused(outcome);
      const { revision } = outcome.value;
      const said = `${state === 'approved' ? 'Approved' : 'Rejected'} ${nameOf(row)}.`;
      const last = { row, index, revision };
      setInbox((before) => decided(before, last, said));
    });

  async function refused(outcome: Extract<Outcome<unknown>, { readonly kind: 'failed' }>) {
    const { status, reason } = outcome;
    if (status !== CONFLICT_STATUS) return setInbox((before) => ({ ...before, failure: reason }));
    const failure = `${reason} Nothing was decided: this is how it is now.`;
    await load({ failure, last: undefined, said: '' });
  }

  const undo = ({ row, index, revision }: Decision) =>
    alone(async () => {
      const outcome = await review({ ...row, revision }, 'waiting');
      if (outcome.kind === 'failed') return refused(outcome);
      const back = { ...row, revision: outcome.value.revision };
      const said = `Taken back: ${nameOf(row)} waits again.`;
      setInbox((before) => broughtBack(before, back, index, said));
    });

  /** Each as it was looked at, one after the other, until one is refused. */
  const approveAll = (all: readonly Approval[]) =>
    alone(async () => {
      let [left, done] = [all, 0];
      for (let [row] = left; row !== undefined; [row] = left) {
        const outcome = await review(row, 'approved');
        if (outcome.kind === 'failed') {
          await refused(outcome);
          break;
        }
        left = inRevision(left.slice(1), row, outcome.value.revision);
        done++;
      }
      const said = `Approved ${done} ${done === 1 ? 'creative' : 'creatives'}.`;
      await load({ last: undefined, said });
    });

  const { rows, total } = inbox;
  useEffect(() => {
    if (rows?.length === 0 && total > 0) void load();
  }, [rows, total]);

  return {
    ...inbox,
    reload: () => void load({ failure: undefined }),
    approve: (row: Approval) => decide(row, inbox.index, 'approved'),
    reject: (row: Approval, reason: string) => decide(row, inbox.index, 'rejected', reason),
    approveAll,
    undo,
    /** Looks at another one. */
    show: (index: number) =>
      setInbox((before) => {
        const count = before.rows?.length ?? 0;
        return {
          ...before,
          index: Math.max(0, Math.min(count - 1, index)),
          said: '',
          failure: undefined,
        };
      }),
  };
}

/** What was looked at is what is decided. */
function review(
  { partner, campaign, creative, revision }: Approval,
  state: CreativeState,
  reason = '',
) {
  const names = [partner, campaign, creative.id].map(encodeURIComponent);
  return send<CampaignDocument>(
    `/api/creatives/${names.join('/')}/review`,
    JSON.stringify({ state, reason }),
    { 'If-Match': `"${revision}"` },
  );
}

/** What is looked at stays, where it still waits. */
function loaded(
  { rows, index }: Inbox,
  list: ApprovalList,
): Pick<Inbox, 'rows' | 'total' | 'accounts' | 'index'> {
  const current = rows?.[index];
  const found =
    current === undefined ? -1 : list.rows.findIndex((row) => idOf(row) === idOf(current));
  const next = found >= 0 ? found : Math.min(index, Math.max(0, list.rows.length - 1));
  return { rows: list.rows, total: list.total, accounts: list.accounts ?? 0, index: next };
}

function decided(before: Inbox, last: Decision, said: string): Inbox {
  const { row, index, revision } = last;
  const rest = (before.rows ?? []).filter((one) => idOf(one) !== idOf(row));
  return {
    ...before,
    rows: inRevision(rest, row, revision),
    total: Math.max(0, before.total - 1),
    index: Math.min(index, Math.max(0, rest.length - 1)),
    last,
    said,
    failure: undefined,
  };
}

function broughtBack(before: Inbox, row: Approval, index: number, said: string): Inbox {
  const rows = inRevision(before.rows ?? [], row, row.revision).toSpliced(index, 0, row);
  return {
    ...before,
    rows,
    total: before.total + 1,
    index,
    last: undefined,
    said,
    failure: undefined,
  };
}

/** The other creatives of its campaign are what they were, in the revision that the decision made. */
function inRevision(rows: readonly Approval[], of: Approval, revision: number) {
  return rows.map((row) =>
    row.partner === of.partner && row.campaign === of.campaign ? { ...row, revision } : row,
  );
}
