import type { ShownHistory } from '../host/record-ops.ts';
import { beforeChanges, type Difference, differencesOf } from '../lib/differences.ts';
import { isObject } from '../lib/schema-fault.ts';
import { Confirm } from './confirm.tsx';
import { DoneNotice } from './done-notice.tsx';
import type { Draft } from './form-field.tsx';
import { Loaded, useResource } from './loaded.tsx';
import { send } from './shell/client.ts';
import { useAction } from './use-action.ts';
import { Time } from './zone.tsx';

const MOST = { changes: 8, characters: 80 };

type HistoryProps = {
  /** Of the thing itself; its history is below it. */
  readonly path: string;
  readonly revision: number;
  /** Absent where an earlier version cannot be restored. */
  readonly restore?: RestoreOptions;
};

type RestoreOptions = {
  readonly now: Draft;
  readonly reload: () => void;
};

/** Who changed what and when, by the audit log. An earlier version can be saved again as a new change. */
export function History({ path, revision, restore }: HistoryProps) {
  const resource = useResource<ShownHistory>(`${path}/history?now=${revision}`);
  const action = useAction();
  const save = (version: Draft) =>
    action.run(
      send(path, JSON.stringify(version), { 'If-Match': `"${revision}"` }, { method: 'PUT' }),
      () => restore?.reload(),
      () => ({ said: 'The earlier version is saved as a new change.' }),
    );
  return (
    <section class="panel" aria-labelledby="history">
      <h2 id="history">History</h2>
      <DoneNotice action={action} />
      <Loaded resource={resource}>
        {({ rows }) => {
          const versions = restore === undefined ? [] : versionsOf(rows, revision, restore);
          return (
            <ol class="history">
              {rows.map(({ revision: id, atMs, who, role, action: made, changes }, index) => {
                const version = versions[index];
                const back = version === undefined ? [] : differencesOf(restore?.now, version);
                return (
                  <li key={id}>
                    <span class="muted">
                      <Time iso={new Date(atMs).toISOString()} />
                    </span>{' '}
                    <strong>{who}</strong>
                    {role === 'buyer' ? ' (AI buyer)' : ''} {ACTIONS[made] ?? made}
                    {changes.some(({ field }) => field === '') ? null : (
                      <Changes changes={changes} most={MOST} nameOf={withinDefinition} />
                    )}
                    {version === undefined || back.length === 0 ? null : (
                      <p>
                        <Confirm
                          kind="small"
                          label="Restore this version"
                          name={`of ${who}`}
                          isDisabled={action.isBusy}
                          consequence={<Changes changes={back} />}
                          onYes={() => void save(version)}
                        />
                      </p>
                    )}
                  </li>
                );
              })}
            </ol>
          );
        }}
      </Loaded>
    </section>
  );
}

/** The version that each entry led to, as far back as the entries tell. */
function versionsOf(
  rows: ShownHistory['rows'],
  revision: number,
  { now }: RestoreOptions,
): readonly Draft[] {
  const versions: Draft[] = [];
  // Somebody may have changed it since it was read here: then what is shown is not where the entries lead.
  let version: unknown = rows[0]?.revision === revision ? now : undefined;
  for (const { changes } of rows) {
    if (!isObject(version)) break;
    versions.push(version);
    version = changes.some(({ field }) => field === '')
      ? undefined
      : beforeChanges(version, ofDefinition(changes));
  }
  return versions;
}

const WITHIN = /^definition\./;

function ofDefinition(changes: readonly Difference[]) {
  return changes
    .filter(({ field }) => WITHIN.test(field))
    .map((change) => ({ ...change, field: withinDefinition(change.field) }));
}

function withinDefinition(field: string): string {
  return field.replace(WITHIN, '');
}

const ACTIONS: Readonly<Record<string, string>> = {
  create: 'created it',
  change: 'changed it',
  state: 'changed its state',
  review: 'reviewed a creative',
  import: 'imported it',
  delete: 'deleted it',
  key: 'made a key',
  'revoke key': 'revoked a key',
  token: 'made a token',
  'revoke token': 'revoked a token',
  link: 'made a link',
  revoke: 'revoked a link',
  send: 'sent it',
  decision: 'decided',
  invitation: 'made an invitation',
  'revoke invitation': 'revoked an invitation',
  accept: 'accepted an invitation',
  'revoke person': 'removed a person',
};

type ChangesProps = {
  readonly changes: readonly Difference[];
  /** How much of them is shown. undefined: all, as somebody needs who is to approve them. */
  readonly most?: { readonly changes: number; readonly characters: number };
  /** The fields in the words of a form. */
  readonly nameOf?: (field: string) => string;
};

/** Which fields changed, from what to what. */
export function Changes({ changes, most, nameOf = (field) => field }: ChangesProps) {
  const shown = changes.slice(0, most?.changes);
  const words = (value: unknown) => valueWords(value, most?.characters);
  return (
    <ul class="muted">
      {shown.map(({ field, from, to }) => (
        <li key={field}>
          {nameOf(field)}: {words(from)} → {words(to)}
        </li>
      ))}
      {changes.length > shown.length ? <li>and {changes.length - shown.length} more</li> : null}
    </ul>
  );
}

export function valueWords(value: unknown, lengthMax = Number.POSITIVE_INFINITY): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > lengthMax ? `${text.slice(0, lengthMax)} …` : text;
}
