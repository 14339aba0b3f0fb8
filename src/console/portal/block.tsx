import { useState } from 'preact/hooks';
import { send } from '../client.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Failure } from '../ui/empty.tsx';
import { useAction } from '../ui/use-action.ts';
import { portalPath } from './paths.ts';

type BlockProps = { readonly domain: string; readonly onBlocked?: () => void };

/** For an ad that a publisher does not want to see again. */
export function BlockAdvertiser({ domain, onBlocked }: BlockProps) {
  const [isBlocked, setIsBlocked] = useState(false);
  const { failure, run } = useAction();
  const block = () =>
    run(send(portalPath('blocks'), JSON.stringify({ domain })), () => {
      setIsBlocked(true);
      onBlocked?.();
    });
  if (isBlocked) {
    return (
      <p role="status">
        {domain} is blocked. <a href="#/ads">See all blocks</a>
      </p>
    );
  }
  return (
    <>
      <p class="actions">
        <Confirm
          label="Block this advertiser"
          name={domain}
          consequence={`No ad of ${domain} is sold to you any more.`}
          onYes={block}
        />
      </p>
      <Failure reason={failure} />
    </>
  );
}
