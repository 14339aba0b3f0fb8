/** A case that says `{"$each": [a, b]}` somewhere stands for one request per value. */
type Variant<Case> = { readonly case: Case; readonly label: string };

/** Where a case has several `$each`, they go in step: the first values together, then the second ones. */
export function variantsOf<Case>(testCase: Case): readonly Variant<Case>[] {
  const count = countVariants(testCase);
  if (count === undefined) return [{ case: testCase, label: '' }];
  return Array.from({ length: count }, (_, index) => {
    let label = '';
    const chosen = choose(testCase, (values) => {
      if (values.length !== count)
        throw new Error('every $each of a case must have as many values');
      const value = values[index];
      label ||= `${JSON.stringify(value).slice(0, LABEL_LENGTH_MAX)}: `;
      return value;
    });
    return { case: chosen as Case, label };
  });
}

const LABEL_LENGTH_MAX = 80;

function countVariants(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('$each' in value) return (value.$each as unknown[]).length;
  const counts = Object.values(value).map(countVariants);
  return counts.find((count) => count !== undefined);
}

function choose(value: unknown, pick: (values: readonly unknown[]) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$each' in value) return pick(value.$each as unknown[]);
  if (Array.isArray(value)) return value.map((item) => choose(item, pick));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, choose(item, pick)]));
}
