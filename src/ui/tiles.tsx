type FigureTilesProps = {
  readonly tiles: readonly {
    readonly name: string;
    readonly figure: string;
    readonly title?: string;
    /** What is said of the figure. */
    readonly note?: string | undefined;
  }[];
};

/** The figures that matter most. */
export function FigureTiles({ tiles }: FigureTilesProps) {
  return (
    <dl class="tiles">
      {tiles.map(({ name, figure, title, note }) => (
        <div class="tile" key={name} title={title}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
          {note === undefined ? null : <dd class="tile-note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
