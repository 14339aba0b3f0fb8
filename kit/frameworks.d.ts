/** What the kit's types for frameworks add to, as far as they need it: the kit itself installs none of them. */

declare module 'vue' {
  export type HTMLAttributes = {
    readonly class?: unknown;
    readonly id?: string;
  };
  export type PublicProps = { readonly key?: PropertyKey };
  export interface GlobalComponents {
    readonly KeepAlive: unknown;
  }
}

declare module 'svelte/elements' {
  export type HTMLAttributes<T extends EventTarget> = {
    readonly class?: unknown;
    readonly id?: string;
    readonly onclick?: (event: MouseEvent & { currentTarget: EventTarget & T }) => unknown;
  };
  export interface SvelteHTMLElements {
    readonly div: HTMLAttributes<HTMLDivElement>;
  }
}
