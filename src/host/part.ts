import type { Closers } from '../lib/closers.ts';
import type { AnyOp } from '../lib/op.ts';
import { MACHINE_OPS } from './admin/machine-ops.ts';
import type { OpenRoutes } from './admin/open-routes.ts';
import type { Commands } from './command/command.ts';
import type { Host } from './host.ts';
import { type Importable, importOps } from './import-ops.ts';
import type { Offers } from './offers.ts';

/** What can be taken out of the exchange. Its declaration is all that the machine knows of it. */
export type Part = {
  readonly name: string;
  /** What it answers on the admin port. */
  readonly ops?: readonly AnyOp[];
  /** What of it is read from files and written into files. */
  readonly imports?: (host: Host) => readonly Importable[];
  /** What `parley` does beside its own commands. */
  readonly commands?: Commands;
  /** Answered before anybody is known. */
  readonly openRoutes?: (host: Host) => OpenRoutes;
  /** Starts what runs beside the workers, before they do. What others offer is known once all parts have started. */
  readonly start?: (host: Host, closers: Closers) => Offers;
};

/** Every operation of the admin port. */
export function opsOfParts(parts: readonly Part[]): readonly AnyOp[] {
  const imports = (host: Host) => parts.flatMap((part) => part.imports?.(host) ?? []);
  return [...MACHINE_OPS, ...parts.flatMap(({ ops = [] }) => ops), ...importOps(imports)];
}
