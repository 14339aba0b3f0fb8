import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Failure } from '../../../ui/empty.tsx';
import { RemovableRows } from '../../../ui/removable-rows.tsx';
import { send } from '../../../ui/shell/client.ts';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Time } from '../../../ui/zone.tsx';
import type { PublisherDocument } from './api.ts';

/** What a secret of an account is called, and what is said of it. */
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

type KeysProps = {
  readonly words?: KeyWords;
  readonly keys: PublisherDocument['keys'];
  /** Where keys are made, or one is revoked. */
  readonly pathOf: (key?: string) => string;
  readonly mayChange: boolean;
  readonly reload: () => void;
};

/** As the store has it. */
const KEYS_MAX = 2;

/** The keys of an account's servers: made, shown once, replaced one after the other, revoked. */
export function Keys({ words = PUBLISHER_WORDS, keys, pathOf, mayChange, reload }: KeysProps) {
  const { noun, title } = words;
  const [made, setMade] = useState<string>();
  const { isBusy, failure, run } = useAction();
  const make = () =>
    run(send<{ readonly [name in KeyWords['noun']]?: string }>(pathOf(), '{}'), (answer) => {
      setMade(answer[noun]);
      reload();
    });
  const revoke = (id: string) =>
    run(send(pathOf(id), '', {}, { method: 'DELETE' }), () => {
      setMade(undefined);
      reload();
    });
  return (
    <section class="panel" aria-labelledby="keys">
      <h2 id="keys">{title}</h2>
      <p class="muted">{words.use}</p>
      {made === undefined ? null : (
        <ShownOnce label={`The new ${noun}`} text={made}>
          Copy it now: it is not shown again. Other {noun}s stay valid until they are revoked.
        </ShownOnce>
      )}
      <Failure reason={failure} />
      <RemovableRows
        rows={keys}
        caption={title}
        columns={{
          [noun === 'key' ? 'Key' : 'Token']: ({ id }) => <code>{id}</code>,
          Made: ({ madeAt }) => <Time iso={madeAt} />,
          By: ({ madeBy }) => madeBy,
        }}
        none={<p>{words.none}</p>}
        mayChange={mayChange}
        removal={({ id }) => ({
          label: 'Revoke',
          name: `${noun} ${id}`,
          consequence: words.revoked,
          onYes: () => revoke(id),
        })}
      />
      {!mayChange ? null : keys.length >= KEYS_MAX ? (
        <p class="muted">
          Two {noun}s are valid at a time at most: revoke the one that no {words.user} uses to make
          another.
        </p>
      ) : (
        <p class="actions">
          <button type="button" disabled={isBusy} onClick={make}>
            Make a {noun}
          </button>
        </p>
      )}
    </section>
  );
}
