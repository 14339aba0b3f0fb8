import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../process.ts';
import { readSchemas } from './schema-folder.ts';

afterAll(cleanUp);

/** Each version names other schemas in its own way. */
const REFS = [
  '/schemas/3.0.18/core/error.json',
  '../core/error.json',
  'https://adcontextprotocol.org/schemas/3.2.4/core/error.json',
];

function folderWith(ref: string): string {
  const folder = temporaryFolder();
  const put = (path: string, value: object) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(value));
  };
  put('index.json', { adcp_version: '3.2.4' });
  put('core/error.json', {
    type: 'object',
    required: ['code'],
    properties: { at: { type: 'string', format: 'date-time' } },
  });
  put('account/list-accounts-response.json', {
    type: 'object',
    oneOf: [
      { required: ['accounts'] },
      { required: ['errors'], properties: { errors: { items: { $ref: ref } } } },
    ],
  });
  return folder;
}

test.each(REFS)('a fault behind the reference %s is found', (ref) => {
  const schemas = readSchemas(folderWith(ref));
  const file = schemas.fileOf('list_accounts', 'response') ?? '';
  expect(schemas.faultsOf(file, { errors: [{ code: 'X' }] })).toEqual([]);
  expect(schemas.faultsOf(file, { errors: [{}] }).join()).toContain("required property 'code'");
  const wrongFormat = { errors: [{ code: 'X', at: 'today' }] };
  expect(schemas.faultsOf(file, wrongFormat).join()).toContain('date-time');
});

test('the version is that of the folder, and one without an index is refused', () => {
  const schemas = readSchemas(folderWith(REFS[0] ?? ''));
  expect(schemas.version).toBe('3.2');
  expect(schemas.hasErrors('list_accounts')).toBe(true);
  expect(schemas.fileOf('get_products', 'request')).toBeUndefined();
  expect(() => readSchemas(temporaryFolder())).toThrow('it has no index.json');
});
