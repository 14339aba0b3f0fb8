import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ConfirmProps } from './confirm.tsx';
import { Failure } from './empty.tsx';
import { RemovableRows } from './removable-rows.tsx';
import { send } from './shell/client.ts';
import { ShownOnce } from './shown-once.tsx';
import type { Columns } from './table.tsx';
import { useAction } from './use-action.ts';
import { Time } from './zone.tsx';

/** Where the secrets of an account are made, or one is revoked. */
export type SecretsOf = {
  readonly pathOf: (id?: string) => string;
  readonly mayChange: boolean;
  readonly reload: () => void;
};

type SecretsProps<Row, Made> = SecretsOf & {
  readonly title: string;
  readonly intro?: ComponentChildren;
  readonly rows: readonly Row[];
  readonly columns: Columns<Row>;
  readonly none: ComponentChildren;
  readonly removal: (row: Row) => Omit<ConfirmProps, 'kind' | 'onYes'>;
  /** Absent where others make them. */
  readonly making?: {
    readonly label: string;
    /** What is asked for, and how that is chosen. */
    readonly body?: object;
    readonly options?: ComponentChildren;
    readonly shown: (made: Made) => Parameters<typeof ShownOnce>[0];
    /** Why there can be no more now. */
    readonly isFull?: ComponentChildren;
  };
};

/** Secrets of an account: made, shown once, listed without what opens anything, and revoked. */
export function Secrets<Row extends { readonly id: string }, Made = never>(
  props: SecretsProps<Row, Made>,
) {
  const { title, intro, rows, columns, none, removal, making, pathOf, mayChange, reload } = props;
  const [made, setMade] = useState<Made>();
  const { isBusy, failure, run } = useAction();
  const make = () =>
    run(send<Made>(pathOf(), JSON.stringify(making?.body ?? {})), (answer) => {
      setMade(answer);
      reload();
    });
  const revoke = (id: string) =>
    run(send(pathOf(id), '', {}, { method: 'DELETE' }), () => {
      setMade(undefined);
      reload();
    });
  const heading = title.toLowerCase().replaceAll(' ', '-');
  return (
    <section class="panel" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {intro}
      {made === undefined || making === undefined ? null : <ShownOnce {...making.shown(made)} />}
      <Failure reason={failure} />
      <RemovableRows
        rows={rows}
        caption={title}
        columns={columns}
        none={none}
        mayChange={mayChange}
        removal={(row) => ({ ...removal(row), onYes: () => revoke(row.id) })}
      />
      {!mayChange || making === undefined
        ? null
        : (making.isFull ?? (
            <>
              {making.options}
              <p class="actions">
                <button type="button" disabled={isBusy} onClick={make}>
                  {making.label}
                </button>
              </p>
            </>
          ))}
    </section>
  );
}

/** What a secret of an account's servers is called, and what is said of it. */
export type KeyWords = {
  /** Also the member of the answer that has a new one. */
  readonly noun: 'key' | 'token';
  readonly title: string;
  readonly use: ComponentChildren;
  readonly none: string;
  readonly revoked: string;
  /** Who has to stop using one first. */
  readonly user: string;
};

const PUBLISHER_WORDS: KeyWords = {
  noun: 'key',
  title: 'Keys',
  use: (
    <>
      Servers send one as <code>Authorization: Bearer &lt;key&gt;</code> with every bid request.
    </>
  ),
  none: 'There is no key. As soon as there is one, requests without a key are refused.',
  revoked: 'Requests with this key are refused from now on. This cannot be undone.',
  user: 'server',
};

/** What is listed of a key: nothing that opens anything. */
type ShownKey = { readonly id: string; readonly madeAt: string | null; readonly madeBy: string };

type KeysProps = SecretsOf & {
  readonly words?: KeyWords;
  readonly keys: readonly ShownKey[];
};

/** As the store has it. */
const KEYS_MAX = 2;

/** The keys of an account's servers, replaced one after the other. */
export function Keys({ words = PUBLISHER_WORDS, keys, ...of }: KeysProps) {
  const { noun, title, use, none, revoked, user } = words;
  return (
    <Secrets<ShownKey, { readonly [name in KeyWords['noun']]?: string }>
      {...of}
      title={title}
      intro={<p class="muted">{use}</p>}
      rows={keys}
      columns={{
        [noun === 'key' ? 'Key' : 'Token']: ({ id }) => <code>{id}</code>,
        Made: ({ madeAt }) => <Time iso={madeAt} />,
        By: ({ madeBy }) => madeBy,
      }}
      none={<p>{none}</p>}
      removal={({ id }) => ({ label: 'Revoke', name: `${noun} ${id}`, consequence: revoked })}
      making={{
        label: `Make a ${noun}`,
        shown: (made) => ({
          label: `The new ${noun}`,
          text: made[noun] ?? '',
          children: `Copy it now: it is not shown again. Other ${noun}s stay valid until they are revoked.`,
        }),
        isFull:
          keys.length < KEYS_MAX ? undefined : (
            <p class="muted">
              Two {noun}s are valid at a time at most: revoke the one that no {user} uses to make
              another.
            </p>
          ),
      }}
    />
  );
}
