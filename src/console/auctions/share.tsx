import { useState } from 'preact/hooks';
import { getJson } from '../client.ts';
import { handOver } from '../playground/request-text.ts';
import { linkTo } from '../playground/shared-request.ts';
import { goTo } from '../router.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Failure } from '../ui/empty.tsx';
import type { AuctionRecord } from './api.ts';

/** What can be done with the request of an auction: send it again as a test, or give it to somebody. */
export function Share({ record }: { readonly record: AuctionRecord }) {
  const [reason, setReason] = useState('');
  const path = `/auctions/${encodeURIComponent(record.requestId)}/request`;
  const load = async (): Promise<string> => {
    const request = await getJson<Readonly<Record<string, unknown>>>(path);
    if (request.kind === 'failed') {
      setReason(request.reason);
      throw new Error(request.reason);
    }
    return JSON.stringify({ ...request.value, test: 1 }, null, 2);
  };
  const open = async () => {
    handOver(await load());
    goTo('playground');
  };
  if (reason !== '') return <Failure reason={reason} />;
  return (
    <div class="head-actions">
      <button type="button" onClick={() => open().catch(() => {})}>
        Try again in test mode
      </button>
      <CopyButton label="Copy link to the request" text={async () => linkTo(await load())} />
      <a class="button" href={path} download={`request-${record.requestId}.json`}>
        Download the request
      </a>
    </div>
  );
}
