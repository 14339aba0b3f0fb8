import { Confirm } from '../../../ui/confirm.tsx';
import { Failure } from '../../../ui/empty.tsx';
import { publisherBlock, useBlock } from '../../../ui/use-block.ts';
import { portalPath } from './paths.ts';

type BlockProps = { readonly domain: string; readonly onBlocked?: () => void };

/** For an ad that a publisher does not want to see again. */
export function BlockAdvertiser({ domain, onBlocked }: BlockProps) {
  const calls = publisherBlock(portalPath, domain);
  const { isBlocked, isBusy, failure, block, allow } = useBlock(calls, false, onBlocked);
  return (
    <>
      {isBlocked ? (
        <p role="status">
          {domain} is blocked.{' '}
          <button type="button" class="small" disabled={isBusy} onClick={allow}>
            Undo
          </button>{' '}
          <a href="#/ads">See all blocks</a>
        </p>
      ) : (
        <p class="actions">
          <Confirm
            label="Block this advertiser"
            name={domain}
            consequence={`No ad of ${domain} is sold to you any more.`}
            onYes={block}
          />
        </p>
      )}
      <Failure reason={failure} />
    </>
  );
}
