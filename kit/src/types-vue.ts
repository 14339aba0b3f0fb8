import type { HTMLAttributes, PublicProps } from 'vue';
import type { ParleyAdAttributes, ParleyAdHandlers } from './element/markup.ts';
import type { ParleyAdElement } from './element.ts';

/** `<parley-ad>` in templates of Vue. */
export type ParleyAdInVue = new () => ParleyAdElement & {
  readonly $props: ParleyAdAttributes &
    ParleyAdHandlers &
    Omit<HTMLAttributes, 'class'> &
    PublicProps;
};

declare module 'vue' {
  interface GlobalComponents {
    'parley-ad': ParleyAdInVue;
  }
}
