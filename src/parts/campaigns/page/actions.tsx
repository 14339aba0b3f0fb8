import { Confirm } from '../../../ui/confirm.tsx';
import { DoneNotice } from '../../../ui/done-notice.tsx';
import { count, usd } from '../../../ui/format.ts';
import { useResource } from '../../../ui/loaded.tsx';
import { send } from '../../../ui/shell/client.ts';
import { useAction } from '../../../ui/use-action.ts';
import type { CampaignDocument } from '../operations.ts';
import type { CampaignList } from './api.ts';
import { apiPath, hrefOf } from './paths.ts';

type State = CampaignDocument['state'];

type ActionsProps = { readonly document: CampaignDocument; readonly reload: () => void };

/** The ways on from a state: what the button says, what it leads to, and what was done then. */
const NEXT: Readonly<Record<Exclude<State, 'archived'>, readonly [State, string, string]>> = {
  draft: ['active', 'Start', 'Started.'],
  active: ['paused', 'Pause', 'Paused.'],
  paused: ['active', 'Resume', 'Started.'],
};

export function Actions({ document, reload }: ActionsProps) {
  const { partner, state, archivedFrom, definition: campaign } = document;
  const action = useAction();
  const path = `${apiPath(partner, campaign.id)}/state`;
  const set = (next: State, revision?: number) =>
    send<CampaignDocument>(
      path,
      JSON.stringify({ state: next }),
      revision === undefined ? {} : { 'If-Match': `"${revision}"` },
    );
  /** One after the other, each only if nobody else has changed it since. */
  const setAll = async ([next, ...rest]: readonly State[], revision: number) => {
    const outcome = await set(next ?? state, revision);
    if (outcome.kind === 'failed' || rest.length === 0) return outcome;
    return setAll(rest, outcome.value.revision);
  };
  const change = (next: State, said: string) =>
    action.run(set(next), reload, ({ revision }) => ({
      said,
      undo: {
        call: () => setAll(wayBack(state, next), revision),
        onDone: reload,
        said: state === 'draft' && next === 'active' ? NO_DRAFT : 'Taken back.',
      },
    }));
  const back = archivedFrom === 'draft' ? 'draft' : 'paused';
  const [next, label, said] =
    state === 'archived'
      ? ([
          back,
          'Bring back',
          back === 'draft' ? 'It is a draft again.' : 'Brought back, paused.',
        ] as const)
      : NEXT[state];
  return (
    <div class="head-actions">
      {next === 'paused' && state === 'active' ? (
        <Confirm
          label={label}
          name={campaign.id}
          kind="primary"
          isDisabled={action.isBusy}
          consequence={<Stopping document={document} after="It can be resumed at any time." />}
          onYes={() => change(next, said)}
        />
      ) : (
        <button
          type="button"
          class="primary"
          disabled={action.isBusy}
          onClick={() => change(next, said)}
        >
          {label}
        </button>
      )}
      {state === 'archived' ? null : (
        <>
          <Confirm
            label="Archive"
            name={campaign.id}
            isDisabled={action.isBusy}
            consequence={
              <Stopping
                document={document}
                after={`It leaves the list of those that run and cannot be edited until it is brought back, as ${state === 'draft' ? 'a draft' : 'paused'}.`}
              />
            }
            onYes={() => change('archived', 'Archived.')}
          />
          <a class="button" href={`${hrefOf(partner, campaign.id)}/edit`}>
            Edit
          </a>
        </>
      )}
      <a
        class="button"
        href={`#/campaigns/new?like=${encodeURIComponent(`${partner}/${campaign.id}`)}`}
      >
        Duplicate
      </a>
      <DoneNotice action={action} />
    </div>
  );
}

const NO_DRAFT = 'Paused. What was started once is no draft any more.';

/** The states that lead back. What was started is in the books, so it is no draft again. */
function wayBack(from: State, to: State): readonly State[] {
  if (from === 'draft' && to === 'active') return ['paused'];
  if (from === 'active' && to === 'archived') return ['paused', 'active'];
  return [from];
}

type StoppingProps = Pick<ActionsProps, 'document'> & { readonly after: string };

/** What stops, with what is known of its money. */
function Stopping({ document, after }: StoppingProps) {
  const { partner, state, definition: campaign, approved } = document;
  const parameters = new URLSearchParams({ partner, campaign: campaign.id });
  const { outcome } = useResource<CampaignList>(`/api/campaigns?${parameters}`);
  const money = outcome?.kind === 'ready' ? outcome.value.rows[0]?.money : undefined;
  const ads = approved?.creatives.length ?? 0;
  const stops =
    state === 'active' && ads > 0
      ? `${ads === 1 ? 'Its ad stops' : `Its ${count(ads)} ads stop`} at once, on all machines.`
      : 'Nothing of it is on the air now.';
  return (
    <>
      {stops} {money == null ? '' : `${moneyLeft(money)} `}
      {after}
    </>
  );
}

type SpentMoney = NonNullable<CampaignList['rows'][number]['money']>;

function moneyLeft({ spentTotal, spentToday, total, daily }: SpentMoney): string {
  const left = (limit: number, spent: number) => usd(Math.max(0, limit - spent));
  if (total !== null) return `${left(total, spentTotal)} of its ${usd(total)} are left.`;
  if (daily !== null) return `${left(daily, spentToday)} of today’s ${usd(daily)} are left.`;
  return `It has spent ${usd(spentTotal)}, without a limit.`;
}
