/** What happens to the campaign of a package, as Delivery of the console says it. */
export type PackageStanding = { readonly state: string; readonly sentence: string };
