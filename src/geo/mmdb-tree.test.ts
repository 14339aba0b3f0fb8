import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { writeNodes } from '../../test/geo/write-mmdb.ts';
import { RECORD_READERS } from './mmdb-tree.ts';

for (const bits of [24, 28, 32] as const) {
  test(`both records of a node are read to the last of their ${bits} bits`, () => {
    const record = fc.integer({ min: 0, max: 2 ** bits - 1 });
    const nodes = fc.array(fc.tuple(record, record), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(nodes, (pairs) => {
        const bytes = writeNodes(pairs, bits);
        const read = pairs.map((_, node) =>
          [0, 1].map((bit) => RECORD_READERS[bits](bytes, node, bit)),
        );
        expect(read).toEqual(pairs);
      }),
    );
  });
}
