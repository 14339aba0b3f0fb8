import { h } from 'preact';
import { useMemo } from 'preact/hooks';
// Defines <parley-ad>, which publishers draw ads with.
import '../../kit/src/element.ts';
import type { VisibleAd } from './ad.ts';

export type AdPreviewProps = {
  readonly ad: VisibleAd;
  /** Without one, it is that of the page. */
  readonly theme?: 'light' | 'dark';
};

/** The ad as readers see it, drawn by the publisher's kit. It reports nothing, and its link leads nowhere. */
export function KitAd({ ad, theme }: AdPreviewProps) {
  const { sponsor: advertiser = 'The advertiser', link = UNFINISHED_LINK, ...parts } = ad;
  const text = JSON.stringify({ ...parts, advertiser, link });
  // The component draws each new object, and fades it in: one that says the same is not given to it.
  const drawn = useMemo(() => JSON.parse(text), [text]);
  return h('parley-ad', { preview: '', ad: drawn, theme });
}

/** The kit draws no ad without a link. */
const UNFINISHED_LINK = 'https://link.example/';
