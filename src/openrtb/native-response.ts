/** A Native Ads 1.2 answer: what `bid.adm` carries as a string. */
export type NativeResponse = {
  readonly ver: string;
  readonly assets: readonly NativeResponseAsset[];
  readonly link: { readonly url: string };
};

export type NativeResponseAsset = { readonly id: number; readonly required?: 0 | 1 } & (
  | { readonly title: { readonly text: string } }
  | {
      readonly img: {
        readonly type?: number;
        readonly url: string;
        readonly w: number;
        readonly h: number;
      };
    }
  | { readonly data: { readonly type: number; readonly value: string } }
  | { readonly video: { readonly vasttag: string } }
);

/** Ruling 18: the markup has the shape of the request it answers. */
export function markup(native: NativeResponse, isWrapped: boolean): string {
  return JSON.stringify(isWrapped ? { native } : native);
}
