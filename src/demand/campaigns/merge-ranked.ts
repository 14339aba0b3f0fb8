import type { Ranked } from './campaign-index.ts';

export type NextRanked = () => Ranked | undefined;

/** One ranking out of two, the dearest first. The positions of the second begin at `offset`. */
export function mergeRanked(first: NextRanked, second: NextRanked, offset: number): NextRanked {
  let ahead: Ranked | undefined;
  let isFirstOver = false;
  let other: Ranked | undefined;
  let isSecondOver = false;
  return () => {
    if (ahead === undefined && !isFirstOver) {
      ahead = first();
      isFirstOver = ahead === undefined;
    }
    if (other === undefined && !isSecondOver) {
      other = shifted(second(), offset);
      isSecondOver = other === undefined;
    }
    if (ahead !== undefined && (other === undefined || ahead.priceMicros >= other.priceMicros)) {
      const ranked = ahead;
      ahead = undefined;
      return ranked;
    }
    const ranked = other;
    other = undefined;
    return ranked;
  };
}

function shifted(ranked: Ranked | undefined, offset: number): Ranked | undefined {
  return ranked && { ...ranked, campaign: ranked.campaign + offset };
}
