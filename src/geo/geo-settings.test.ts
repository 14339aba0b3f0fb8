import { describe, expect, test } from 'bun:test';
import { Compile } from 'typebox/schema';
import { findFault } from '../lib/schema-fault.ts';
import { completeGeoSettings, GeoSettingsSchema } from './geo-settings.ts';

const compiled = Compile(GeoSettingsSchema);

describe('the key geo', () => {
  test('means the embedded database where it says nothing', () => {
    expect(completeGeoSettings({}, '/etc/parley')).toEqual({ database: 'embedded' });
  });

  test('takes the two words as they are, and a path from the folder of the config', () => {
    const complete = (database: string) =>
      completeGeoSettings({ database }, '/etc/parley').database;
    expect(['embedded', 'none', 'geo/own.mmdb', '/srv/own.mmdb', './none'].map(complete)).toEqual([
      'embedded',
      'none',
      '/etc/parley/geo/own.mmdb',
      '/srv/own.mmdb',
      '/etc/parley/none',
    ]);
  });

  test('refuses a value that is not a string, an empty string, and other keys', () => {
    const values = [{ database: 7 }, { database: '' }, { path: 'x' }];
    expect(values.filter((value) => compiled.Check(value))).toEqual([]);
    expect(findFault(GeoSettingsSchema, { database: 7 })?.reason).toBe(
      'expected "embedded", "none" or the path of an .mmdb file, but got 7',
    );
  });
});
