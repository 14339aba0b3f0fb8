/** An import with `type: 'text'` returns the content of the file. */
declare module '*/docs.css' {
  const text: string;
  export = text;
}
