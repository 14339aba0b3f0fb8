/** An import with `type: 'file'` returns the path of the file. */
declare module '*.mmdb' {
  const path: string;
  export = path;
}
