/** The cells that the code knows, by the titles of their columns; the first one names the row. */
export type Row = Readonly<Record<string, string>>;

/** What pages have from the code: the rows of a table, or a whole text. */
export type Sources = Readonly<Record<string, readonly Row[] | string>>;

export type Filled = {
  readonly text: string;
  /** In sentences: what only a person can mend. */
  readonly faults: readonly string[];
};

/**
 * A line like `[table]: # (series)` stands before a table of a page: it shows nothing. Columns that the code does not know
 * are kept. Rows are in the order of the code; a row that is new goes into the table with the row before it.
 */
const TABLE = /^\[table\]: # \(([\w -]+)\)\n\n((?:\|.*\n)+)/gm;

/** Between `[text]: # (name)` and `[end]: # (name)` all is the code's. */
const TEXT = /^(\[text\]: # \(([\w -]+)\)\n\n)[\s\S]*?^(\[end\]: # \(\2\))$/gm;

export function fill(page: string, sources: Sources): Filled {
  const faults: string[] = [];
  const sourceOf = (name: string) => {
    const source = sources[name];
    if (source === undefined) faults.push(`nothing is called "${name}"`);
    return source;
  };
  const homes = homesOf(page, sources, faults);
  let place = -1;
  const text = page
    .replace(TABLE, (whole, name: string, table: string) => {
      place++;
      const source = sourceOf(name);
      if (source === undefined || typeof source === 'string') return whole;
      const own = source.filter((row) => homes.get(`${name} ${keyOf(row)}`) === place);
      const { lines, empty } = tableOf(own, table);
      faults.push(...empty.map((cell) => `${name}: ${cell} is empty`));
      return `[table]: # (${name})\n\n${lines.map((line) => `${line}\n`).join('')}`;
    })
    .replace(TEXT, (whole, start: string, name: string, end: string) => {
      const source = sourceOf(name);
      return typeof source === 'string' ? `${start}${source}\n\n${end}` : whole;
    });
  return { text, faults };
}

const keyOf = (row: Row): string => Object.values(row)[0] ?? '';

/** The number of the table on the page that each row of the code belongs to. */
function homesOf(page: string, sources: Sources, faults: string[]): ReadonlyMap<string, number> {
  const homes = new Map<string, number>();
  const tables = [...page.matchAll(TABLE)].map(([, name = '', table = ''], place) => {
    for (const [key = ''] of rowsIn(table).rows) {
      const home = `${name} ${key}`;
      if ((homes.get(home) ?? place) !== place) faults.push(`${name}: ${key} is in two tables`);
      homes.set(home, place);
    }
    return { name, place };
  });
  for (const [name, source] of Object.entries(sources)) {
    if (typeof source === 'string') continue;
    let last = tables.find((table) => table.name === name)?.place;
    for (const row of source) {
      last = homes.get(`${name} ${keyOf(row)}`) ?? last;
      if (last !== undefined) homes.set(`${name} ${keyOf(row)}`, last);
    }
  }
  return homes;
}

function rowsIn(table: string) {
  const [titles = [], alignment = [], ...rows] = table.trimEnd().split('\n').map(cellsOf);
  return { titles, alignment, rows };
}

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

function tableOf(source: readonly Row[], table: string) {
  const { titles, alignment, rows } = rowsIn(table);
  const old = new Map(rows.map((cells) => [cells[0], cells]));
  const empty: string[] = [];
  const filled = source.map((row) =>
    titles.map((title, column) => {
      const cell = row[title] ?? old.get(keyOf(row))?.[column] ?? '';
      if (cell === '' && row[title] === undefined) empty.push(`${title} of ${keyOf(row)}`);
      return cell;
    }),
  );
  const bars = alignment.map((bar) => (bar.endsWith(':') ? '---:' : '---'));
  const lines = [titles, bars, ...filled].map((cells) => `| ${cells.join(' | ')} |`);
  return { lines: lines.map((line) => line.replaceAll(/ +\|/g, ' |')), empty };
}
