import type { Runtime } from '../../lib/runtime.ts';
import type { MachineServices } from '../machine/machine-services.ts';
import type { SharedWork } from '../machine/shared-files.ts';

/** The data sources of the admin port's answers. */
export type AdminApiSources = MachineServices &
  Pick<Runtime, 'log' | 'nowMs' | 'tickMs' | 'chance' | 'newId'> & {
    readonly work: () => SharedWork;
    /** Where callers reach the public port. */
    readonly publicUrl: () => string;
  };
