/** Of these fields, those that are given: neither undefined nor null. */
export function givenFields<Name extends string>(
  fields: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] == null ? [] : [[name, fields[name]]])),
  );
}
