/** An import with `type: 'file'` returns the path of the file. */
declare module '*.jsonl' {
  const path: string;
  export = path;
}
