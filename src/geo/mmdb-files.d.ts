/** Imported with `type: 'file'`, such a file is its path. */
declare module '*.mmdb' {
  const path: string;
  export = path;
}
