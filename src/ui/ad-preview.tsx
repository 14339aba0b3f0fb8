import type { AdPreviewProps } from './kit-ad.tsx';
import { lazyPage } from './lazy.tsx';

/** The ad as readers see it. The kit that draws it is loaded once, by the first page that shows an ad. */
export const AdPreview = lazyPage<AdPreviewProps>(async () => (await import('./kit-ad.tsx')).KitAd);
