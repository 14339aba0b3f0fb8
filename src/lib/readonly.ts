/** The type with every property, at every depth, read-only. */
export type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends Uint8Array
    ? T
    : T extends object
      ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
      : T;

/** For an object that is built member by member. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };
