import type { AnyOp } from '../lib/op.ts';
import type { Runtime } from '../lib/runtime.ts';
import type { Database } from '../lib/sql/database.ts';
import type { MachineServices } from './machine/machine-services.ts';
import type { MachineState, SharedWork } from './machine/machine-state.ts';
import type { Totals } from './observe/totals.ts';
import type { Offers } from './offers.ts';

/** The data sources of the admin port's answers. */
export type Host = MachineServices &
  Pick<Runtime, 'log' | 'nowMs' | 'tickMs' | 'chance' | 'newId'> & {
    readonly state: Readonly<MachineState>;
    readonly work: () => SharedWork;
    readonly totals: Totals;
    /** Throws while it cannot be reached. */
    readonly database: () => Database;
    /** All that this machine answers on its admin port. */
    readonly ops: readonly AnyOp[];
    /** What the parts of this machine offer, once they have started. */
    readonly offers: Offers;
    /** Where callers reach the public port, and where this machine does. */
    readonly publicUrl: () => string;
    readonly ownUrl: string;
  };
