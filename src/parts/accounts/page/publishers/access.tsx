import { Secrets, type SecretsOf } from '../../../../ui/keys.tsx';
import { Time } from '../../../../ui/zone.tsx';
import type { MadeInvitation, PublisherDocument } from '../api.ts';

type AccessProps = SecretsOf & { readonly one: PublisherDocument };

/** Links with which people of the publisher get a login. */
export function Invitations({ one, ...of }: AccessProps) {
  return (
    <Secrets<PublisherDocument['invitations'][number], MadeInvitation>
      {...of}
      title="Invitations"
      rows={one.invitations}
      columns={{
        Invitation: ({ id }) => <code>{id}</code>,
        'Valid until': ({ until }) => <Time iso={until} />,
        'Made by': ({ madeBy }) => madeBy,
      }}
      none={<p class="muted">No invitation is open.</p>}
      removal={({ id }) => ({
        label: 'Revoke',
        name: `invitation ${id}`,
        consequence: 'Its link does not work any more.',
      })}
      making={{
        label: 'Invite somebody',
        shown: ({ link, until }) => ({
          label: 'The link of the invitation',
          text: link,
          children: (
            <>
              Send it to one person of the publisher. It works once, until <Time iso={until} />, and
              is not shown again.
            </>
          ),
        }),
      }}
    />
  );
}

/** Who may log in to the publisher's own pages. */
export function People({ one, ...of }: AccessProps) {
  return (
    <Secrets
      {...of}
      title="People"
      rows={one.people}
      columns={{
        Name: ({ name }) => <strong>{name}</strong>,
        Since: ({ madeAt }) => <Time iso={madeAt} />,
      }}
      none={<p class="muted">Nobody has accepted an invitation yet.</p>}
      removal={({ name }) => ({
        label: 'Remove',
        name,
        consequence: `${name} is logged out and cannot log in any more.`,
      })}
    />
  );
}
