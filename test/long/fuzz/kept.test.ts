import { afterAll, describe, expect, test } from 'bun:test';
import { cleanUp } from '../../process.ts';
import { openAllDoors } from '../doors.ts';
import { fuzz } from './fuzz.ts';
import { hostileCall } from './hostile-call.ts';
import { hostileInput } from './hostile-input.ts';
import { keptInputs } from './input.ts';
import { readOperations, readTools } from './operations.ts';
import { send } from './send.ts';

const doors = await openAllDoors();
const target = { doors, operations: await readOperations(doors) };
afterAll(cleanUp);

describe('an input that was kept is answered as promised:', () => {
  for (const { name, why, input } of keptInputs()) {
    test(`${name}, ${why}`, async () => {
      expect(await send(target, input)).toBeUndefined();
    });
  }
});

const hostileCalls = hostileCall(target.operations, await readTools(doors));

for (const [name, inputFrom] of Object.entries({ bodies: hostileInput, calls: hostileCalls })) {
  test(`hostile ${name} of a fixed seed are answered as promised`, async () => {
    const finding = await fuzz({ target, inputFrom, seed: 1, inputs: 60 });
    expect(finding?.why).toBeUndefined();
  });
}
