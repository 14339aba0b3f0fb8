import { fileURLToPath } from 'node:url';

/** The sample campaigns that ship with Parley: a file like an operator's own, and read in the same way. */
export const DEFAULT_CAMPAIGNS_FILE = fileURLToPath(
  new URL('./default-campaigns.yaml', import.meta.url),
);
