import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ParleyAdAttributes, ParleyAdListeners } from './element/markup.ts';
import type { ParleyAdElement } from './element.ts';

/** `<parley-ad>` in JSX of React. React 18 hands `ad` to no element: there, use `ParleyAd` of `@parley/kit/react`. */
export type ParleyAdInReact = ParleyAdAttributes &
  ParleyAdListeners<'on'> &
  DetailedHTMLProps<HTMLAttributes<ParleyAdElement>, ParleyAdElement>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'parley-ad': ParleyAdInReact;
    }
  }
}
