import { readFileSync, statSync } from 'node:fs';
import { embeddedDatabase } from './embedded-database.ts';
import { createGeo, type Geo } from './geo.ts';
import { GeoFault } from './geo-fault.ts';
import type { GeoSettings } from './geo-settings.ts';

/** DB-IP's free database of cities has 71 million in the larger of its two files. */
export const DATABASE_BYTES_MAX = 256 * 1024 * 1024;

export function openGeo({ database }: GeoSettings): Geo | GeoFault {
  if (database === 'none') return { countryOf: () => undefined };
  const file = database === 'embedded' ? embeddedDatabase() : database;
  const bytes = readDatabase(file);
  return bytes instanceof GeoFault ? bytes : createGeo(bytes, file);
}

function readDatabase(file: string): Uint8Array | GeoFault {
  try {
    const stat = statSync(file);
    if (!stat.isFile()) return new GeoFault(`${file}: expected a file, but it is none`);
    if (stat.size > DATABASE_BYTES_MAX) {
      return new GeoFault(
        `${file}: expected at most ${DATABASE_BYTES_MAX} bytes, but got ${stat.size}`,
      );
    }
    return readFileSync(file);
  } catch (error) {
    return new GeoFault(`${file} cannot be read: ${(error as Error).message}`);
  }
}
