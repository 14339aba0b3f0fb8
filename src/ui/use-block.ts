import { useState } from 'preact/hooks';
import { type Outcome, send } from './shell/client.ts';
import { useAction } from './use-action.ts';

/** How an advertiser is blocked, and how that is taken back. */
type BlockCalls = {
  readonly block: () => Promise<Outcome<unknown>>;
  readonly allow: () => Promise<Outcome<unknown>>;
};

/** For one publisher. `pathOf` has the address of its pages in the API: people of a publisher have their own alone. */
export function publisherBlock(pathOf: (path: string) => string, domain: string): BlockCalls {
  return {
    block: () => send(pathOf('blocks'), JSON.stringify({ domain })),
    allow: () => send(pathOf(`blocks/${encodeURIComponent(domain)}`), '', {}, { method: 'DELETE' }),
  };
}

/** A block that can be taken back at once. */
export function useBlock({ block, allow }: BlockCalls, wasBlocked: boolean, onChange = () => {}) {
  const [isBlocked, setIsBlocked] = useState(wasBlocked);
  const { isBusy, failure, run } = useAction();
  const change = (call: BlockCalls['block'], next: boolean) => () =>
    run(call(), () => {
      setIsBlocked(next);
      onChange();
    });
  return { isBlocked, isBusy, failure, block: change(block, true), allow: change(allow, false) };
}
