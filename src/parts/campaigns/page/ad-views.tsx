import { useContext } from 'preact/hooks';
import type { VisibleAd } from '../../../ui/ad.ts';
import { AdPreview } from '../../../ui/ad-preview.tsx';
import { scrolled } from '../../../ui/scrolled.ts';
import { adOf, type DraftCreative, ImageBase } from './creative-ad.ts';

type AdViewsProps = { readonly creative: DraftCreative; readonly advertiser: unknown };

const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** The ad as a card and as a mention, on a light and on a dark page. */
export function AdViews({ creative, advertiser }: AdViewsProps) {
  const ad = adOf(creative, advertiser, useContext(ImageBase));
  return (
    <div class="ad-views wide" {...scrolled('As a reader sees it')}>
      {THEMES.map(([theme, words]) => (
        <div class="ad-view" data-theme={theme} key={theme}>
          <p class="muted">{words}, as a card</p>
          <AdPreview ad={ad} theme={theme} />
          <p class="muted">{words}, as a mention in an answer</p>
          <Mention ad={ad} />
        </div>
      ))}
    </div>
  );
}

/** One sentence, with who pays for it. */
function Mention({ ad: { title, sponsor = 'The advertiser' } }: { readonly ad: VisibleAd }) {
  return (
    <p class="bubble assistant">
      <span class="badge">Sponsored</span> <u dir="auto">{title}</u>{' '}
      <span class="muted">
        by <bdi>{sponsor}</bdi>
      </span>
    </p>
  );
}
