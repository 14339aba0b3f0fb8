import type { HTMLAttributes } from 'svelte/elements';
import type { ParleyAdAttributes, ParleyAdListeners } from './element/markup.ts';
import type { ParleyAdElement } from './element.ts';

/** `<parley-ad>` in Svelte: listeners as Svelte 5 writes them, and as Svelte 4 does. */
export type ParleyAdInSvelte = ParleyAdAttributes &
  ParleyAdListeners<'on'> &
  ParleyAdListeners<'on:'> &
  Omit<HTMLAttributes<ParleyAdElement>, 'class'>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'parley-ad': ParleyAdInSvelte;
  }
}
