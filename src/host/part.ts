import type { AnyOp } from '../lib/op.ts';
import type { People } from './admin/access.ts';
import { MACHINE_OPS } from './admin/machine-ops.ts';
import type { OpenRoutes } from './admin/open-routes.ts';
import type { Host } from './host.ts';
import { type Importable, importOps } from './import-ops.ts';

/** What can be taken out of the exchange. Its declaration is all that the machine knows of it. */
export type Part = {
  readonly name: string;
  /** What it answers on the admin port. */
  readonly ops?: readonly AnyOp[];
  /** What of it is read from files and written into files. */
  readonly imports?: readonly ((host: Host) => readonly Importable[])[];
  /** Answered before anybody is known. */
  readonly openRoutes?: (host: Host) => OpenRoutes;
  /** Who of publishers may log in. */
  readonly people?: (host: Host) => People;
  /** Runs beside the workers. Each returns the function that ends it. */
  readonly upkeep?: readonly ((host: Host) => () => void | Promise<void>)[];
};

/** Every operation of the admin port. */
export function opsOfParts(parts: readonly Part[]): readonly AnyOp[] {
  const imports = parts.flatMap((part) => part.imports ?? []);
  return [...MACHINE_OPS, ...parts.flatMap(({ ops = [] }) => ops), ...importOps(imports)];
}
