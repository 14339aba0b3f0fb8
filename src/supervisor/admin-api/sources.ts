import type { Runtime } from '../../lib/runtime.ts';
import type { Work } from '../../worker/work.ts';
import type { MachineServices } from '../machine-services.ts';

/** The data sources of the admin port's answers. */
export type AdminApiSources = MachineServices &
  Pick<Runtime, 'log' | 'nowMs' | 'tickMs' | 'chance' | 'newId'> & {
    readonly work: () => Work;
    /** Where callers reach the public port. */
    readonly publicUrl: () => string;
  };
