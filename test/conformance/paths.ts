/** Reading and changing JSON values by paths like `imp[0].ext.service`. */

type Container = Record<string | number, unknown>;

function keysOf(path: string): (string | number)[] {
  return (path.match(/[^.[\]]+/g) ?? []).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

export function readPath(root: unknown, path: string): unknown {
  return keysOf(path).reduce<unknown>(
    (value, key) => (isContainer(value) ? value[key] : undefined),
    root,
  );
}

/** Makes the objects and arrays on the way where there are none. */
export function writePath(root: unknown, path: string, value: unknown): void {
  const keys = keysOf(path);
  let container = root as Container;
  for (const [depth, key] of keys.entries()) {
    if (depth === keys.length - 1) {
      container[key] = value;
      return;
    }
    if (!isContainer(container[key]))
      container[key] = typeof keys[depth + 1] === 'number' ? [] : {};
    container = container[key] as Container;
  }
}

export function removePath(root: unknown, path: string): void {
  const keys = keysOf(path);
  const last = keys.pop();
  const parent = keys.length === 0 ? root : readPath(root, path.slice(0, path.lastIndexOf('.')));
  if (last !== undefined && isContainer(parent)) delete parent[last];
}
