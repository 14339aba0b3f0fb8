import type { Ad } from '../ad.ts';
import type { ParleyAdEvents } from '../element.ts';

/** What `<parley-ad>` takes in the markup of any framework, beside what every element takes. */
export type ParleyAdAttributes = {
  readonly ad?: Ad | null | undefined;
  /** Follows the page's `color-scheme` unless it is set. */
  readonly theme?: 'light' | 'dark' | undefined;
  /** Only shows the ad: see `ParleyAdElement`. */
  readonly preview?: boolean | '' | 'why' | 'dismissed' | undefined;
  readonly class?: string | undefined;
};

type EventName = keyof ParleyAdEvents & string;

/** Listeners under names like `onparley-drawn`. */
export type ParleyAdListeners<Prefix extends string> = {
  readonly [Name in EventName as `${Prefix}${Name}`]?:
    | ((event: ParleyAdEvents[Name]) => void)
    | undefined;
};

type Capital<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Capital<Rest>}`
  : Capitalize<Name>;

/** Listeners under names like `onParleyDrawn`. */
export type ParleyAdHandlers = {
  readonly [Name in EventName as `on${Capital<Name>}`]?:
    | ((event: ParleyAdEvents[Name]) => void)
    | undefined;
};
