/** An import with `type: 'file'` returns the path of the file. */
declare module '*/default-campaigns.yaml' {
  const path: string;
  export = path;
}
