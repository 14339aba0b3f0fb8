import { h } from 'preact';
// Defines <parley-ad>, which publishers draw ads with.
import '../../../kit/src/element.ts';
import type { VisibleAd } from './ad.ts';

/** The ad as readers see it, drawn by the publisher's kit. It reports nothing, and its link leads nowhere. */
export function AdPreview({ ad }: { readonly ad: VisibleAd }) {
  const { sponsor: advertiser = 'The advertiser', link = UNFINISHED_LINK, ...parts } = ad;
  return h('parley-ad', { preview: '', ad: { ...parts, advertiser, link } });
}

/** The kit draws no ad without a link. */
const UNFINISHED_LINK = 'https://link.example/';
