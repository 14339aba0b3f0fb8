import { useEffect, useState } from 'preact/hooks';
import { DoneNotice } from '../../../../ui/done-notice.tsx';
import { fieldId } from '../../../../ui/field-control.ts';
import type { RecordProps } from '../../../../ui/record-page.ts';
import { recordPath } from '../../../../ui/record-paths.ts';
import { send } from '../../../../ui/shell/client.ts';
import { useAction } from '../../../../ui/use-action.ts';
import type { PartnerDocument } from '../api.ts';

const CAP_ID = fieldId('qpsMax');

type CapProps = Pick<RecordProps<PartnerDocument>, 'one' | 'reload'>;

/** The one setting that is changed in a hurry. */
export function Cap({ one, reload }: CapProps) {
  const { id, revision, definition } = one;
  const now = 'qpsMax' in definition ? definition.qpsMax : undefined;
  const nowText = now === undefined ? '' : String(now);
  const [typed, setTyped] = useState(nowText);
  // Whoever changed it, the field has what is stored until somebody types.
  useEffect(() => setTyped(nowText), [nowText]);
  const action = useAction();
  const put = (body: object, seen: number) =>
    send<PartnerDocument>(
      recordPath('/api/partners', id),
      JSON.stringify(body),
      { 'If-Match': `"${seen}"` },
      { method: 'PUT' },
    );
  const set = (event: Event) => {
    event.preventDefault();
    const { qpsMax: _, ...others } = { qpsMax: undefined, ...definition };
    const number = Number(typed);
    // What is no number goes as it is, and the server refuses it: as NaN it would be sent as nothing.
    const qpsMax = Number.isFinite(number) ? number : typed;
    const body = typed.trim() === '' ? others : { ...others, qpsMax };
    return action.run(put(body, revision), reload, (saved) => ({
      said: 'The limit is set.',
      undo: { call: () => put(definition, saved.revision), onDone: reload, said: 'Taken back.' },
    }));
  };
  return (
    <form class="panel" onSubmit={set} noValidate>
      <p class="actions">
        <label for={CAP_ID}>Calls a second at most</label>
        <input
          id={CAP_ID}
          inputMode="numeric"
          size={8}
          value={typed}
          placeholder="no limit"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" disabled={action.isBusy}>
          Set the limit
        </button>
        <span class="muted">
          {now === undefined ? 'There is none now.' : `Now ${now.toLocaleString()}.`}
        </span>
      </p>
      <DoneNotice action={action} />
    </form>
  );
}
