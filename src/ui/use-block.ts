import { useState } from 'preact/hooks';
import { getJson, type Outcome, send } from './shell/client.ts';
import { useAction } from './use-action.ts';

/** How an advertiser is blocked, and how that is taken back. */
type BlockCalls = {
  readonly block: () => Promise<Outcome<unknown>>;
  readonly allow: () => Promise<Outcome<unknown>>;
};

type Settings = {
  readonly revision: number;
  readonly settings: { readonly blockedDomains?: readonly string[] };
};

/** For one publisher, whose settings are at the path. */
export function publisherBlock(path: string, domain: string): BlockCalls {
  async function change(next: (domains: readonly string[]) => readonly string[]) {
    const read = await getJson<Settings>(path);
    if (read.kind === 'failed') return read;
    const { revision, settings } = read.value;
    const body = { ...settings, blockedDomains: next(settings.blockedDomains ?? []) };
    const seen = { 'If-Match': `"${revision}"` };
    return send(path, JSON.stringify(body), seen, { method: 'PUT' });
  }
  return {
    block: () => change((domains) => [...new Set([...domains, domain])]),
    allow: () => change((domains) => domains.filter((one) => one !== domain)),
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
