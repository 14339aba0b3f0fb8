/** What lies at a path such as `packages.0.package_id`. undefined: nothing. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('.')) {
    found = (found as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  }
  return found;
}
