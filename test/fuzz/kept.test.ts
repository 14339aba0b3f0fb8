import { afterAll, describe, expect, test } from 'bun:test';
import { openAllDoors } from '../doors/all-doors.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { type Answer, answerFault, callFault, doorsFault } from './answer-fault.ts';
import { fuzz } from './fuzz.ts';
import { hostileCall } from './hostile-call.ts';
import { hostileInput } from './hostile-input.ts';
import { keep, keptInputs } from './input.ts';
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

describe('fuzzing', () => {
  test('finds a server that answers a body with a 500, and keeps the input as a file', async () => {
    const broken = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (request) => ((await request.text()).includes('imp') ? reply(500) : reply(204)),
    });
    const urls = { ...doors.urls, public: `http://127.0.0.1:${broken.port}` };
    const finding = await fuzz({
      target: { ...target, doors: { ...doors, urls } },
      inputFrom: hostileInput,
      seed: 1,
      inputs: 60,
    });
    await broken.stop(true);
    if (finding === undefined) throw new Error('expected a finding');
    expect(finding.why).toContain('but got 500');
    const folder = temporaryFolder();
    const name = keep(finding.input, finding.why, folder);
    expect(keptInputs(folder)).toEqual([{ name, why: finding.why, input: finding.input }]);
  });
});

const ID = '7b0c3c52-6d2a-4c1e-9f3a-2d1b0c3c526d';
const reply = (status: number) =>
  new Response(null, { status, headers: { 'X-Request-Id': ID, 'X-NoBid-Reason': 'paced' } });

function answer(status: number, body: unknown, more: Record<string, string> = {}): Answer {
  const text = body === '' ? '' : JSON.stringify(body);
  return { status, headers: new Headers({ 'X-Request-Id': ID, ...more }), text };
}

describe('an answer is wrong', () => {
  const error = { code: 'A', message: 'b', details: { reason: 'c' }, request_id: ID };
  const WRONG: Readonly<Record<string, Answer>> = {
    'that is a 500': answer(500, { error }),
    'that is a refusal without a reason': answer(400, { error: { ...error, details: {} } }),
    'that is a refusal of another request': answer(400, { error: { ...error, request_id: 'x' } }),
    'that is a 204 without a reason': answer(204, ''),
    'that is a 200 without a bid response': answer(200, {}),
    'without a request id': { ...answer(400, { error }), headers: new Headers() },
  };
  for (const [name, wrong] of Object.entries(WRONG)) {
    test(name, () => expect(answerFault(wrong)).toBeString());
  }

  test('where the repairing endpoint refuses what the strict one takes', () => {
    const strict = answer(204, '', { 'X-NoBid-Reason': 'paced' });
    expect(doorsFault(strict, answer(400, { error }))).toBeString();
    expect(doorsFault(strict, strict)).toBeUndefined();
  });

  const OF_CALLS: Readonly<Record<string, Answer>> = {
    'a 500': answer(500, { error }),
    'a 400 that is not declared': answer(400, { error }),
    'a refusal without a word': answer(409, ''),
    'a stack': answer(409, { error: 'at answer (/parley/src/http/admin/routes.ts:12:3)' }),
  };
  for (const [name, wrong] of Object.entries(OF_CALLS)) {
    test(`to a call: ${name}`, () => expect(callFault(wrong, [200, 409])).toBeString());
  }

  test('to a call: a fault of the seller, which has no document', () => {
    expect(callFault(answer(200, { error: { code: -32603 } }), undefined)).toBeString();
    expect(callFault(answer(200, {}), undefined)).toBeUndefined();
  });

  test('but one that is declared is not', () => {
    expect(callFault(answer(409, { error }), [200, 409])).toBeUndefined();
    expect(callFault(answer(404, { error }), [200, 409])).toBeUndefined();
  });

  test('but a proper refusal is not', () => {
    expect(answerFault(answer(400, { error }))).toBeUndefined();
  });
});
