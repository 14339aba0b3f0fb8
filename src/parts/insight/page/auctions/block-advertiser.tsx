import { useContext, useState } from 'preact/hooks';
import { lazyPage } from '../../../../ui/lazy.tsx';
import { ViewerRole } from '../../../../ui/viewer-role.ts';
import type { BlockPanelProps } from './block-panel.tsx';

/** Few look at an auction to block something. */
const BlockPanel = lazyPage<BlockPanelProps>(
  async () => (await import('./block-panel.tsx')).BlockPanel,
);

type BlockAdvertiserProps = {
  readonly publisher: string | null;
  /** As the bid names them. */
  readonly adomain: readonly string[];
};

/** Beside a bid: blocks its advertiser, for those who may. */
export function BlockAdvertiser({ publisher, adomain: [domain] }: BlockAdvertiserProps) {
  const role = useContext(ViewerRole);
  const [isOpen, setIsOpen] = useState(false);
  if (role !== 'admin' || domain === undefined) return null;
  return (
    <>
      {' '}
      <button type="button" class="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Block<span class="hidden"> {domain}</span> …
      </button>
      {isOpen ? <BlockPanel publisher={publisher} domain={domain} /> : null}
    </>
  );
}
