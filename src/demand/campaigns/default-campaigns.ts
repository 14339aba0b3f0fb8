/// <reference path="./campaigns-file.d.ts" />
import path from './default-campaigns.yaml' with { type: 'file' };

/**
 * The sample campaigns that ship with Parley: a file like an operator's own, and read in the same way. It is imported,
 * so that a single-file executable contains it.
 */
export const DEFAULT_CAMPAIGNS_FILE = path;
