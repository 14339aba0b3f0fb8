import { resolve } from 'node:path';
import Type, { type Static } from 'typebox';

/** The key `geo` of the config file. */
export const GeoSettingsSchema = Type.Object(
  {
    database: Type.Optional(
      Type.String({ minLength: 1, expects: '"embedded", "none" or the path of an .mmdb file' }),
    ),
  },
  { additionalProperties: false },
);

export type GeoSettings = {
  /** `embedded`, `none`, or the path of a file. */
  readonly database: string;
};

/** Applies the defaults. Paths are relative to the folder of the config file. */
export function completeGeoSettings(
  { database = 'embedded' }: Static<typeof GeoSettingsSchema>,
  folder: string,
): GeoSettings {
  const isWord = database === 'embedded' || database === 'none';
  return { database: isWord ? database : resolve(folder, database) };
}
