import type { Route } from '../router.ts';
import { AuctionDetail } from './detail.tsx';
import { AuctionList } from './list.tsx';

export function AuctionsPage({ route }: { readonly route: Route }) {
  return route.rest === '' ? (
    <AuctionList parameters={route.parameters} />
  ) : (
    <AuctionDetail id={route.rest} key={route.rest} />
  );
}
