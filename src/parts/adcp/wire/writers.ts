import type { AdcpVersion } from '../versions.ts';
import { V3_0 } from './v3-0.ts';
import { V3_1 } from './v3-1.ts';
import { V3_2 } from './v3-2.ts';
import type { Writer } from './writer.ts';

export const WRITERS: Readonly<Record<AdcpVersion, Writer>> = {
  '3.0': V3_0,
  '3.1': V3_1,
  '3.2': V3_2,
};
