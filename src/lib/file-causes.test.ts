import { expect, test } from 'bun:test';
import { tmpdir } from 'node:os';
import { dataFolderAdvice } from './file-causes.ts';

const FORBIDDEN = { code: 'EACCES' };

test('a data folder that cannot be created gets advice about another folder, one that exists about its owner', () => {
  const missing = dataFolderAdvice(FORBIDDEN, '/nowhere/data');
  expect([missing.includes('PARLEY_DATA_DIR'), missing.includes('chown')]).toEqual([true, false]);
  expect(dataFolderAdvice(FORBIDDEN, tmpdir())).toContain('chown');
});
