import { describe, expect, test } from 'bun:test';
import { declaredFields } from '../request-fields.ts';
import { readCases } from './case.ts';

const cases = readCases().flatMap((file) => file.cases);
const tagsOf = (status: number) =>
  new Set(cases.flatMap(({ covers, expect }) => (expect.status === status ? covers : [])));
const [accepted, refused] = [tagsOf(200), tagsOf(400)];

/** Inside the native request, which has a schema of its own. */
const NATIVE_FIELDS =
  `ver context contextsubtype plcmttype plcmtcnt seq assets aurlsupport durlsupport privacy
  eventtrackers eventtrackers.event eventtrackers.methods assets.id assets.required assets.title.len
  assets.data.type assets.data.len assets.img.type assets.img.w assets.img.h assets.img.wmin
  assets.img.hmin assets.img.mimes assets.video.mimes assets.video.minduration
  assets.video.maxduration assets.video.protocols assets.video.w assets.video.h`
    .split(/\s+/)
    .map((name) => `native.${name}`);

/** Bad values here are ignored, so no case can be refused for them. */
const isNeverRefused = (field: string) => field.startsWith('imp.ext.service_product_search');

const RULES = Array.from({ length: 16 }, (_, index) => `rule ${index + 1}`);
const ERROR_ROWS = [
  'body not valid JSON',
  'both site and app',
  'duplicate imp id',
  'id missing',
  'imp missing',
  'imp id missing',
  'imp lacks native',
  'native.request missing',
].map((row) => `error row ${row}`);

describe('the cases', () => {
  const fields = [...declaredFields(), ...NATIVE_FIELDS];

  test('have one that is accepted and one that is refused for every field of the request', () => {
    expect(fields.filter((field) => !accepted.has(field))).toEqual([]);
    const refusable = fields.filter((field) => !isNeverRefused(field));
    expect(refusable.filter((field) => !refused.has(field))).toEqual([]);
  });

  test('cover every validation rule and every row of the error table of the specification', () => {
    const covered = new Set(cases.flatMap(({ covers }) => covers));
    // A bid below the floor is no matter of a request: test/auction/drops has it.
    const missing = [...RULES, ...ERROR_ROWS].filter((tag) => !covered.has(tag));
    expect(missing).toEqual(['rule 10']);
  });

  test('say of every refusal by validation its code, its message and its field', () => {
    const vague = cases.filter(({ expect: { status, code, message, field } }) => {
      return status === 400 && [code, message, field].includes(undefined);
    });
    expect(vague.map(({ name }) => name)).toEqual([]);
  });
});
