import type { KeyFault } from './read-keys.ts';

type Address = { readonly host: string; readonly port: number | undefined };

/** The ports that a server opens itself. */
type OwnPorts = {
  readonly listen: Address;
  readonly admin: Address;
  readonly portal: Address;
};

/** Two of a server's own ports that are one: the second could not be opened. */
export function sharedPort({ listen, admin, portal }: OwnPorts): KeyFault | undefined {
  const ports = Object.entries({ listen, admin, portal });
  for (const [index, [name, address]] of ports.entries()) {
    const other = ports.slice(0, index).find(([, before]) => isShared(before, address));
    if (other === undefined) continue;
    const reason = `expected another port than that of ${other[0]}, but both are ${address.port}`;
    return { path: `${name}.port`, reason };
  }
  return undefined;
}

const ANY_HOST: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** 0 is any free port. */
function isShared(one: Address, other: Address): boolean {
  if (one.port === undefined || one.port === 0 || one.port !== other.port) return false;
  return one.host === other.host || ANY_HOST.has(one.host) || ANY_HOST.has(other.host);
}
