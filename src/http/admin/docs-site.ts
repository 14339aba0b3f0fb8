import { join } from 'node:path';

/** Where `npm run docs` puts the site. */
const FOLDER = join(import.meta.dir, '../../../dist/docs');

/** Where a file of the documentation site is, if the site is built and has it. */
export type DocsSite = (name: string) => string | undefined;

/** The build of the executable puts the site in the place of this module: there are no sources at run time. */
export const docsSite: DocsSite = (name) => join(FOLDER, name);
