import { useState } from 'preact/hooks';
import { Failure } from '../../../../ui/empty.tsx';
import type { RecordProps } from '../../../../ui/record-page.ts';
import { recordPath } from '../../../../ui/record-paths.ts';
import { RemovableRows } from '../../../../ui/removable-rows.tsx';
import { send } from '../../../../ui/shell/client.ts';
import { ShownOnce } from '../../../../ui/shown-once.tsx';
import { useAction } from '../../../../ui/use-action.ts';
import { Time } from '../../../../ui/zone.tsx';
import type { MadeInvitation, PublisherDocument } from '../api.ts';

type AccessProps = Pick<RecordProps<PublisherDocument>, 'one' | 'mayChange' | 'reload'>;

/** Links with which people of the publisher get a login. */
export function Invitations({ one, mayChange, reload }: AccessProps) {
  const { id: publisher, invitations } = one;
  const [made, setMade] = useState<MadeInvitation>();
  const { isBusy, failure, run } = useAction();
  const pathOf = (...more: readonly string[]) =>
    recordPath('/api/publishers', publisher, 'invitations', ...more);
  const invite = () =>
    run(send<MadeInvitation>(pathOf(), '{}'), (invitation) => {
      setMade(invitation);
      reload();
    });
  const revoke = (id: string) =>
    run(send(pathOf(id), '', {}, { method: 'DELETE' }), () => {
      setMade(undefined);
      reload();
    });
  return (
    <section class="panel" aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      {made === undefined ? null : (
        <ShownOnce label="The link of the invitation" text={made.link}>
          Send it to one person of the publisher. It works once, until <Time iso={made.until} />,
          and is not shown again.
        </ShownOnce>
      )}
      <Failure reason={failure} />
      <RemovableRows
        rows={invitations}
        caption="Open invitations"
        columns={{
          Invitation: ({ id }) => <code>{id}</code>,
          'Valid until': ({ until }) => <Time iso={until} />,
          'Made by': ({ madeBy }) => madeBy,
        }}
        none={<p class="muted">No invitation is open.</p>}
        mayChange={mayChange}
        removal={({ id }) => ({
          label: 'Revoke',
          name: `invitation ${id}`,
          consequence: 'Its link does not work any more.',
          onYes: () => revoke(id),
        })}
      />
      {mayChange ? (
        <p class="actions">
          <button type="button" disabled={isBusy} onClick={invite}>
            Invite somebody
          </button>
        </p>
      ) : null}
    </section>
  );
}

/** Who may log in to the publisher's own pages. */
export function People({ one, mayChange, reload }: AccessProps) {
  const { id: publisher, people } = one;
  const { failure, run } = useAction();
  const remove = (id: string) => {
    const path = recordPath('/api/publishers', publisher, 'people', id);
    return run(send(path, '', {}, { method: 'DELETE' }), reload);
  };
  return (
    <section class="panel" aria-labelledby="people">
      <h2 id="people">People</h2>
      <Failure reason={failure} />
      <RemovableRows
        rows={people}
        caption="People"
        columns={{
          Name: ({ name }) => <strong>{name}</strong>,
          Since: ({ madeAt }) => <Time iso={madeAt} />,
        }}
        none={<p class="muted">Nobody has accepted an invitation yet.</p>}
        mayChange={mayChange}
        removal={({ id, name }) => ({
          label: 'Remove',
          name,
          consequence: `${name} is logged out and cannot log in any more.`,
          onYes: () => remove(id),
        })}
      />
    </section>
  );
}
