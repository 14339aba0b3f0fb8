type StatementLinksProps = {
  /** Up to the `?` of its query, or behind a parameter and `&`. */
  readonly path: string;
  /** Of what, for those who do not see where the links are. */
  readonly name: string;
};

const FORMATS = [
  ['html', 'Page'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const;

/** One statement in each of its formats. */
export function StatementLinks({ path, name }: StatementLinksProps) {
  return (
    <span class="links">
      {FORMATS.map(([format, words]) => (
        <a href={`${path}format=${format}`} target="_blank" rel="noreferrer" key={format}>
          {words}
          <span class="hidden"> of {name}</span>
        </a>
      ))}
    </span>
  );
}
