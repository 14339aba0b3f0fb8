import Type, { type Static, type TSchema } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { refuse } from './errors.ts';

/** A filter of the protocol: its schema, and which items of a list satisfy it. */
type FilterRow<Item, Context> = {
  readonly schema: TSchema;
  readonly make: (value: never, context: Context) => (item: Item) => boolean;
};

export type FilterRows<Item, Context> = Readonly<Record<string, FilterRow<Item, Context>>>;

/** Declares a filter of such a list. */
export const filterOf =
  <Item, Context = undefined>() =>
  <Schema extends TSchema>(
    schema: Schema,
    make: (value: DeepReadonly<Static<Schema>>, context: Context) => (item: Item) => boolean,
  ): FilterRow<Item, Context> => ({ schema: Type.Optional(schema), make });

export const some = <Item extends TSchema>(item: Item) =>
  Type.Array(item, { minItems: 1, maxItems: 100 });

/** What is not declared is looked at by `readFilters`, since it must not be ignored. */
export const filtersSchema = <Item, Context>(rows: FilterRows<Item, Context>) =>
  Type.Object(Object.fromEntries(Object.entries(rows).map(([name, { schema }]) => [name, schema])));

const NAME_LENGTH_MAX = 60;

/** The filters of a call, each with its name. One that cannot be answered truthfully is refused. */
export function readFilters<Item, Context>(
  rows: FilterRows<Item, Context>,
  filters: object,
  context: Context,
): readonly { readonly name: string; readonly filter: (item: Item) => boolean }[] {
  return Object.entries(filters).flatMap(([name, value]) => {
    if (value == null || name === 'ext') return [];
    const found = Object.hasOwn(rows, name) ? rows[name] : undefined;
    // The schema has passed: the value is of the type that the filter of this name takes.
    if (found !== undefined) return [{ name, filter: found.make(value as never, context) }];
    const field = `filters.${name.slice(0, NAME_LENGTH_MAX)}`;
    return refuse.unsupported(field, 'this seller cannot tell what satisfies it', {
      suggestion: `Leave it out. Answered are ${Object.keys(rows).join(', ')}.`,
    });
  });
}
