/** Of package.json, where npm only warns. An older one has no `crypto`, which would be noticed at the first question. */
const NODE_MIN = 20;

type Runtime = { readonly process?: { readonly versions?: { readonly node?: string } } };

/** Throws on a Node that is too old. Browsers and workers name none, and Bun the one whose interfaces it has. */
export function expectNode(runtime: object): void {
  const { process } = runtime as Runtime;
  const version = process?.versions?.node;
  if (version !== undefined && Number.parseInt(version, 10) < NODE_MIN) {
    throw new Error(`@parley/kit: expected Node ${NODE_MIN} or later, but got v${version}`);
  }
}
