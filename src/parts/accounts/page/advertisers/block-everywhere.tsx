import { Failure } from '../../../../ui/empty.tsx';
import { count } from '../../../../ui/format.ts';
import { recordPath } from '../../../../ui/record-paths.ts';
import { send } from '../../../../ui/shell/client.ts';
import { useBlock } from '../../../../ui/use-block.ts';
import type { AdvertiserFigures, ShownAdvertiserState } from '../api.ts';

type BlockEverywhereProps = {
  readonly domain: string;
  readonly state: ShownAdvertiserState;
  readonly figures: AdvertiserFigures;
  readonly onChange?: () => void;
};

/** Blocks an advertiser for all publishers, and takes that back; with what will happen. */
export function BlockEverywhere({ domain, state, figures, onChange }: BlockEverywhereProps) {
  const setState = (next: ShownAdvertiserState) => () =>
    send(recordPath('/api/advertisers', domain, 'state'), JSON.stringify({ state: next }));
  const calls = { block: setState('blocked'), allow: setState('active') };
  const { isBlocked, isBusy, failure, block, allow } = useBlock(
    calls,
    state === 'blocked',
    onChange,
  );
  return (
    <div class="block-choice">
      {isBlocked ? (
        <p role="status">{domain} is blocked everywhere.</p>
      ) : (
        <p>{blockConsequence(domain, figures)}</p>
      )}
      {isBlocked ? (
        <button type="button" disabled={isBusy} onClick={allow}>
          Allow again everywhere
        </button>
      ) : (
        <button type="button" class="danger" disabled={isBusy} onClick={block}>
          Block everywhere
        </button>
      )}
      <Failure reason={failure} />
    </div>
  );
}

export function blockConsequence(domain: string, { running, spend }: AdvertiserFigures): string {
  const stopped =
    running === 0
      ? 'No campaign of it runs here.'
      : `${count(running)} of its campaigns will stop${shownWords(spend)}.`;
  return `No publisher will get an ad of ${domain} or of a domain under it, from any partner. ${stopped} Bids that name no advertiser will be dropped, too.`;
}

function shownWords(spend: AdvertiserFigures['spend']): string {
  if (spend === null) return '';
  const { weekImpressions } = spend;
  const times = weekImpressions === 1 ? 'time' : 'times';
  return `, with ads that were shown ${count(weekImpressions)} ${times} in the last 7 days`;
}
