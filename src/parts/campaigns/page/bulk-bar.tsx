import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionInfo } from '../../../host/admin/answers.ts';
import type { BulkAction } from '../../../store/bulk-change.ts';
import { Failure } from '../../../ui/empty.tsx';
import { count } from '../../../ui/format.ts';
import { getJson } from '../../../ui/shell/client.ts';
import { useAction } from '../../../ui/use-action.ts';
import type { CampaignList, CampaignRow } from './api.ts';
import type { Selection } from './bulk-api.ts';
import { BulkForm, type BulkFormKind } from './bulk-form.tsx';
import { BulkReport } from './bulk-report.tsx';
import { leftOf, selectWords } from './bulk-words.ts';
import { downloadCampaigns } from './download.ts';
import { useBulk } from './use-bulk.ts';
import type { CampaignSelection } from './use-selection.ts';

type BulkBarProps = {
  readonly selection: CampaignSelection;
  /** The page that is shown, unless it is loading. */
  readonly list: CampaignList | undefined;
  readonly parameters: URLSearchParams;
  readonly role: SessionInfo['role'];
  readonly reload: () => void;
};

/** What is selected, and what can be done with it. */
export function BulkBar(props: BulkBarProps) {
  const { selection, role, reload } = props;
  const [form, setForm] = useState<BulkFormKind>();
  const bulk = useBulk(({ results }) => {
    selection.replace(results.filter(({ outcome }) => outcome === 'refused'));
    reload();
  });
  const { state } = bulk;
  const left = leftOf(selection.count, props.list?.total);
  const preview = (action: BulkAction) => {
    setForm(undefined);
    void bulk.preview(action, selection.keys());
  };
  return (
    <section class="bulk" aria-label="Selected campaigns">
      <Choice {...props} />
      {selection.count === 0 || state.step === 'preview' || state.step === 'working' ? null : (
        <Actions
          selection={selection}
          role={role}
          form={form}
          onForm={setForm}
          onAction={preview}
        />
      )}
      {form === undefined || selection.count === 0 ? null : (
        <BulkForm kind={form} onAction={preview} onCancel={() => setForm(undefined)} key={form} />
      )}
      {state.step === 'preview' && left > 0 && <p>{count(left)} more will not change.</p>}
      <BulkReport bulk={bulk} />
    </section>
  );
}

/** What is in a file can only be looked at. */
export const isStored = ({ changed }: CampaignRow) => changed !== null;

/** How many are selected, all of the page, and all that match. */
function Choice({ selection, list, parameters }: BulkBarProps) {
  const rows = list?.rows.filter(isStored) ?? [];
  const total = list?.total ?? 0;
  const { failure, run, isBusy } = useAction();
  const box = useRef<HTMLInputElement>(null);
  const onPage = rows.filter(selection.has).length;
  const isAll = onPage > 0 && onPage === rows.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = onPage > 0 && !isAll;
  }, [onPage, isAll]);
  const selectAll = () =>
    run(getJson<Selection>(`/api/campaigns/selection?${parameters}`), ({ campaigns }) =>
      selection.replace(campaigns),
    );
  if (rows.length === 0 && selection.count === 0) return null;
  return (
    <p class="bulk-choice">
      <label>
        <input
          type="checkbox"
          ref={box}
          checked={isAll}
          onChange={(event) => selection.set(rows, event.currentTarget.checked)}
        />{' '}
        All {count(rows.length)} on this page
      </label>
      {selection.count > 0 && total > rows.length ? (
        <button type="button" class="small" disabled={isBusy} onClick={selectAll}>
          {selectWords(total)}
        </button>
      ) : null}
      <span role="status">{selection.count === 0 ? '' : `${count(selection.count)} selected`}</span>
      {selection.count === 0 ? null : (
        <button type="button" class="small" onClick={() => selection.replace([])}>
          Select none
        </button>
      )}
      <Failure reason={failure} />
    </p>
  );
}

const STATE_BUTTONS = [
  ['Pause', 'paused'],
  ['Start', 'active'],
  ['Archive', 'archived'],
] as const;

const FORM_BUTTONS = [
  ['Bid …', 'bid'],
  ['Budget …', 'budget'],
  ['Dates …', 'flight'],
] as const;

type BulkActionsProps = Pick<BulkBarProps, 'selection' | 'role'> & {
  readonly form: BulkFormKind | undefined;
  readonly onForm: (form: BulkFormKind | undefined) => void;
  readonly onAction: (action: BulkAction) => void;
};

function Actions({ selection, role, form, onForm, onAction }: BulkActionsProps) {
  const { failure, run } = useAction();
  const save = (format: 'yaml' | 'csv') =>
    run(downloadCampaigns(selection.keys(), format), () => {});
  return (
    <div class="bulk-actions">
      {role === 'read'
        ? null
        : STATE_BUTTONS.map(([label, state]) => (
            <button type="button" key={state} onClick={() => onAction({ kind: 'state', state })}>
              {label}
            </button>
          ))}
      {role === 'read'
        ? null
        : FORM_BUTTONS.map(([label, kind]) => (
            <button
              type="button"
              key={kind}
              aria-expanded={form === kind}
              onClick={() => onForm(form === kind ? undefined : kind)}
            >
              {label}
            </button>
          ))}
      {role === 'admin' ? (
        <button type="button" onClick={() => onAction({ kind: 'approve' })}>
          Approve
        </button>
      ) : null}
      {(['yaml', 'csv'] as const).map((format) => (
        <button type="button" key={format} onClick={() => save(format)}>
          Export {format.toUpperCase()}
        </button>
      ))}
      <Failure reason={failure} />
    </div>
  );
}
