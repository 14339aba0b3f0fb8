import { useState } from 'preact/hooks';
import type { MadeInvitation, PublisherDocument } from '../accounts/api.ts';
import { apiPath } from '../accounts/paths.ts';
import { send } from '../client.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Failure } from '../ui/empty.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { Table } from '../ui/table.tsx';
import { useAction } from '../ui/use-action.ts';
import { Time } from '../ui/zone.tsx';

export type PublisherPartProps = {
  readonly document: PublisherDocument;
  readonly mayChange: boolean;
  readonly reload: () => void;
};

const INVITATION_HEADS = { Invitation: '', 'Valid until': '', 'Made by': '', '': '' };

/** Links with which people of the publisher get a login. */
export function Invitations({ document, mayChange, reload }: PublisherPartProps) {
  const { id: publisher, invitations } = document;
  const [made, setMade] = useState<MadeInvitation>();
  const { isBusy, failure, run } = useAction();
  const pathOf = (...more: readonly string[]) =>
    apiPath('publishers', publisher, 'invitations', ...more);
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
      {invitations.length === 0 ? (
        <p class="muted">No invitation is open.</p>
      ) : (
        <Table heads={INVITATION_HEADS} caption="Open invitations">
          {invitations.map(({ id, until, madeBy }) => (
            <tr key={id}>
              <td data-label="Invitation">
                <code>{id}</code>
              </td>
              <td data-label="Valid until">
                <Time iso={until} />
              </td>
              <td data-label="Made by">{madeBy}</td>
              <td class="row-action">
                {mayChange ? (
                  <Confirm
                    label="Revoke"
                    name={`invitation ${id}`}
                    consequence="Its link does not work any more."
                    isSmall={true}
                    onYes={() => revoke(id)}
                  />
                ) : null}
              </td>
            </tr>
          ))}
        </Table>
      )}
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

const PEOPLE_HEADS = { Name: '', Since: '', '': '' };

/** Who may log in to the publisher's own pages. */
export function People({ document, mayChange, reload }: PublisherPartProps) {
  const { id: publisher, people } = document;
  const { failure, run } = useAction();
  const remove = (id: string) => {
    const path = apiPath('publishers', publisher, 'people', id);
    return run(send(path, '', {}, { method: 'DELETE' }), reload);
  };
  return (
    <section class="panel" aria-labelledby="people">
      <h2 id="people">People</h2>
      <Failure reason={failure} />
      {people.length === 0 ? (
        <p class="muted">Nobody has accepted an invitation yet.</p>
      ) : (
        <Table heads={PEOPLE_HEADS} caption="People">
          {people.map(({ id, name, madeAt }) => (
            <tr key={id}>
              <td data-label="Name">
                <strong>{name}</strong>
              </td>
              <td data-label="Since">
                <Time iso={madeAt} />
              </td>
              <td class="row-action">
                {mayChange ? (
                  <Confirm
                    label="Remove"
                    name={name}
                    consequence={`${name} is logged out and cannot log in any more.`}
                    isSmall={true}
                    onYes={() => remove(id)}
                  />
                ) : null}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
