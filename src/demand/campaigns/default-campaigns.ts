/// <reference path="./campaigns-file.d.ts" />
import path from './default-campaigns.yaml' with { type: 'file' };

/** The sample campaigns, a file like an operator's own. Imported, so that a single-file executable contains it. */
export const DEFAULT_CAMPAIGNS_FILE = path;
