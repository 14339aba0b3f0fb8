import type { ComponentChildren } from 'preact';
import { Confirm } from '../../../ui/confirm.tsx';
import { DoneNotice } from '../../../ui/done-notice.tsx';
import { send } from '../../../ui/shell/client.ts';
import { useAction } from '../../../ui/use-action.ts';
import type { AccountDocument } from './api.ts';
import { type AccountPage, apiPath, editHref } from './paths.ts';

/** What is said once it is active or paused, and what a pause and a removal would do. */
export type StateWords = {
  readonly active: string;
  readonly paused: string;
  readonly pause: ComponentChildren;
  readonly remove: string;
};

type StateActionsProps = {
  readonly page: AccountPage;
  readonly account: Pick<AccountDocument<unknown>, 'id' | 'state'>;
  readonly words: StateWords;
  readonly reload: () => void;
};

/** Edits, pauses, resumes and, unless it is active, removes an account. */
export function StateActions({ page, account: { id, state }, words, reload }: StateActionsProps) {
  const action = useAction();
  const path = apiPath(page, id);
  const set = (wanted: 'active' | 'paused', revision?: number) =>
    send<AccountDocument<unknown>>(
      `${path}/state`,
      JSON.stringify({ state: wanted }),
      revision === undefined ? {} : { 'If-Match': `"${revision}"` },
    );
  const isActive = state === 'active';
  // Nobody is invited twice: whoever was active is paused.
  const [next, before] = isActive
    ? (['paused', 'active'] as const)
    : (['active', 'paused'] as const);
  const change = () =>
    action.run(set(next), reload, ({ revision }) => ({
      said: words[next],
      undo: { call: () => set(before, revision), onDone: reload, said: words[before] },
    }));
  const remove = () =>
    action.run(send(path, '', {}, { method: 'DELETE' }), () => {
      location.hash = `#/${page === 'products' ? 'buyers' : page}`;
    });
  return (
    <>
      <a class="button" href={editHref(page, id)}>
        Edit
      </a>
      {isActive ? (
        <Confirm
          label="Pause"
          name={id}
          kind="primary"
          isDisabled={action.isBusy}
          consequence={words.pause}
          onYes={change}
        />
      ) : (
        <>
          <button type="button" class="primary" disabled={action.isBusy} onClick={change}>
            {state === 'invited' ? 'Activate' : 'Resume'}
          </button>
          <Confirm label="Remove" name={id} consequence={words.remove} onYes={remove} />
        </>
      )}
      <DoneNotice action={action} />
    </>
  );
}
