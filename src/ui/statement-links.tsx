const FORMATS = [
  ['html', 'Page'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const;

type StatementLinksProps = {
  readonly hrefOf: (format: (typeof FORMATS)[number][0]) => string;
  /** Of what, for those who do not see where the links are. */
  readonly name: string;
};

/** One statement in each of its formats. */
export function StatementLinks({ hrefOf, name }: StatementLinksProps) {
  return (
    <span class="links">
      {FORMATS.map(([format, words]) => (
        <a href={hrefOf(format)} target="_blank" rel="noreferrer" key={format}>
          {words}
          <span class="hidden"> of {name}</span>
        </a>
      ))}
    </span>
  );
}
