import { useState } from 'preact/hooks';
import { send } from '../client.ts';
import { Failure } from '../ui/empty.tsx';
import { RemovableRows } from '../ui/removable-rows.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { useAction } from '../ui/use-action.ts';
import { Time } from '../ui/zone.tsx';
import type { MadeKey, PublisherDocument } from './api.ts';

type KeysProps = {
  readonly keys: PublisherDocument['keys'];
  /** Where keys are made, or one is revoked. */
  readonly pathOf: (key?: string) => string;
  readonly mayChange: boolean;
  readonly reload: () => void;
};

/** As the store has it. */
const KEYS_MAX = 2;

/** The keys of a publisher's servers: made, shown once, replaced one after the other, revoked. */
export function Keys({ keys, pathOf, mayChange, reload }: KeysProps) {
  const [made, setMade] = useState<string>();
  const { isBusy, failure, run } = useAction();
  const make = () =>
    run(send<Pick<MadeKey, 'key'>>(pathOf(), '{}'), ({ key }) => {
      setMade(key);
      reload();
    });
  const revoke = (id: string) =>
    run(send(pathOf(id), '', {}, { method: 'DELETE' }), () => {
      setMade(undefined);
      reload();
    });
  return (
    <section class="panel" aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <p class="muted">
        Servers send one as <code>Authorization: Bearer &lt;key&gt;</code> with every bid request.
      </p>
      {made === undefined ? null : (
        <ShownOnce label="The new key" text={made}>
          Copy it now: it is not shown again. Other keys stay valid until they are revoked.
        </ShownOnce>
      )}
      <Failure reason={failure} />
      <RemovableRows
        rows={keys}
        caption="Keys"
        columns={{
          Key: ({ id }) => <code>{id}</code>,
          Made: ({ madeAt }) => <Time iso={madeAt} />,
          By: ({ madeBy }) => madeBy,
        }}
        none={<p>There is no key. As soon as there is one, requests without a key are refused.</p>}
        mayChange={mayChange}
        removal={({ id }) => ({
          label: 'Revoke',
          name: `key ${id}`,
          consequence: 'Requests with this key are refused from now on. This cannot be undone.',
          onYes: () => revoke(id),
        })}
      />
      {!mayChange ? null : keys.length >= KEYS_MAX ? (
        <p class="muted">
          Two keys are valid at a time at most: revoke the one that no server uses to make another.
        </p>
      ) : (
        <p class="actions">
          <button type="button" disabled={isBusy} onClick={make}>
            Make a key
          </button>
        </p>
      )}
    </section>
  );
}
