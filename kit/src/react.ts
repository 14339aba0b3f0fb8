import { createElement, type ReactElement, useEffect, useRef } from 'react';
import type { Ad, ParleyAdElement } from './element.ts';
import './element.ts';

export type { ParleyAdInReact } from './types-react.ts';

export type ParleyAdProps = {
  readonly ad: Ad | null;
  /** Follows the page's `color-scheme` unless it is set. */
  readonly theme?: 'light' | 'dark';
  /** Only shows the ad: see `ParleyAdElement`. */
  readonly preview?: boolean | 'why' | 'dismissed';
  readonly onDismiss?: () => void;
  readonly className?: string;
};

/** `<parley-ad>` for React. */
export function ParleyAd(props: ParleyAdProps): ReactElement {
  const { ad, theme, preview = false, onDismiss, className } = props;
  const element = useRef<ParleyAdElement>(null);
  useEffect(() => {
    if (element.current !== null) element.current.ad = ad;
  }, [ad]);
  useEffect(() => {
    const { current } = element;
    if (current === null || onDismiss === undefined) return;
    current.addEventListener('parley-dismissed', onDismiss);
    return () => current.removeEventListener('parley-dismissed', onDismiss);
  }, [onDismiss]);
  return createElement('parley-ad', {
    ref: element,
    theme,
    preview: preview === false ? undefined : preview === true ? '' : preview,
    class: className,
  });
}
