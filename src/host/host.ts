import type { AnyOp } from '../lib/op.ts';
import type { Runtime } from '../lib/runtime.ts';
import type { Database } from '../lib/sql/database.ts';
import type { MachineServices } from './machine/machine-services.ts';
import type { SharedWork } from './machine/shared-files.ts';

/** The data sources of the admin port's answers. */
export type Host = MachineServices &
  Pick<Runtime, 'log' | 'nowMs' | 'tickMs' | 'chance' | 'newId'> & {
    readonly work: () => SharedWork;
    /** Throws while it cannot be reached. */
    readonly database: () => Database;
    /** All that this machine answers on its admin port. */
    readonly ops: readonly AnyOp[];
    /** Where callers reach the public port, and where this machine does. */
    readonly publicUrl: () => string;
    readonly ownUrl: string;
  };
