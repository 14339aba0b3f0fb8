import { COLUMNS, type ColumnName, type Figures, type Row } from './rows.ts';

const NAMES = Object.keys(COLUMNS) as readonly ColumnName[];

/** A table for each scenario, with the columns that it has figures for, and its notes below. */
export function formatTables(rows: readonly Row[]): string {
  const byScenario = Map.groupBy(rows, ({ scenario }) => scenario);
  return [...byScenario].map(([scenario, own]) => formatTable(scenario, own)).join('\n');
}

function formatTable(scenario: string, rows: readonly Row[]): string {
  const columns = NAMES.filter((name) => rows.some(({ figures }) => figures[name] !== undefined));
  const lines = [
    [scenario, ...columns.map((name) => COLUMNS[name].title)],
    ...rows.map((row) => [row.name, ...columns.map((name) => formatFigure(name, row.figures))]),
  ];
  const widths = lines[0]?.map((_, place) =>
    Math.max(...lines.map((line) => line[place]?.length ?? 0)),
  );
  const text = lines.map((line) =>
    line
      .map((cell, place) => {
        const width = widths?.[place] ?? 0;
        return place === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  '),
  );
  const notes = [...namesByNote(rows)].map(([note, names]) => {
    const who = names.length === rows.length ? 'all' : names.join('; ');
    return `  ${who}: ${note}`;
  });
  return `${[...text, ...notes].join('\n')}\n`;
}

function namesByNote(rows: readonly Row[]): ReadonlyMap<string, readonly string[]> {
  const all = rows.flatMap(({ name, notes }) => notes.map((note) => ({ name, note })));
  const byNote = Map.groupBy(all, ({ note }) => note);
  return new Map([...byNote].map(([note, own]) => [note, own.map(({ name }) => name)]));
}

function formatFigure(name: ColumnName, figures: Figures): string {
  const figure = figures[name];
  if (figure === undefined) return '';
  const { decimals } = COLUMNS[name];
  const format = (value: number) =>
    value.toLocaleString('en', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  if (typeof figure === 'number') return format(figure);
  const { median, lowerQuartile, upperQuartile } = figure;
  if (lowerQuartile === upperQuartile) return format(median);
  return `${format(median)} [${format(lowerQuartile)} ${format(upperQuartile)}]`;
}
