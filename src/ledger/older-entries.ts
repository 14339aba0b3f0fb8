import { type Dimensions, NO_DIMENSIONS } from '../sale/dimensions.ts';
import { type Fact, type Sale, WHOLE_SHARE } from '../sale/fact.ts';
import type { FactEntry, JournalEntry, TalliedMinute, TallyCell } from './entry.ts';

/** An entry as a journal has it, which an older Parley may have written: without the fields that were added since. */
export type LineEntry =
  | Exclude<JournalEntry, { readonly kind: 'fact' | 'tally' }>
  | (Omit<FactEntry, 'fact'> & { readonly fact: JournalFact })
  | { readonly kind: 'tally'; readonly tally: JournalTally };

type Older<Whole extends { readonly dimensions: Dimensions }> = Omit<Whole, 'dimensions'> & {
  readonly dimensions: Partial<Dimensions>;
};
type JournalSale = Older<Omit<Sale, 'shareBasisPoints'>> & Partial<Pick<Sale, 'shareBasisPoints'>>;
type JournalFact = Omit<Fact, 'sale'> & { readonly sale: JournalSale };
type JournalTally = Omit<TalliedMinute, 'cells'> & { readonly cells: readonly Older<TallyCell>[] };

/** The entry, with the value for older entries where a field is missing. */
export function filled(entry: LineEntry): JournalEntry {
  switch (entry.kind) {
    case 'fact': {
      const { sale } = entry.fact;
      const { shareBasisPoints = WHOLE_SHARE } = sale;
      const whole = { ...sale, shareBasisPoints, dimensions: allOf(sale.dimensions) };
      return { ...entry, fact: { ...entry.fact, sale: whole } };
    }
    case 'tally': {
      const cells = entry.tally.cells.map((cell) => ({
        ...cell,
        dimensions: allOf(cell.dimensions),
      }));
      return { ...entry, tally: { ...entry.tally, cells } };
    }
    default:
      return entry;
  }
}

function allOf(dimensions: Partial<Dimensions>): Dimensions {
  return { ...NO_DIMENSIONS, ...dimensions };
}
