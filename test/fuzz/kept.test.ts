import { afterAll, describe, expect, test } from 'bun:test';
import { cleanUp, temporaryFolder } from '../process.ts';
import { startTestServer } from '../server.ts';
import { type Answer, answerFault, doorsFault } from './answer-fault.ts';
import { fuzz } from './fuzz.ts';
import { keep, keptInputs } from './input.ts';
import { sendToBoth } from './send.ts';

const server = await startTestServer();
afterAll(async () => {
  await server.stop(0);
  await cleanUp();
});

describe('an input that was kept is answered as promised:', () => {
  for (const { name, why, input } of keptInputs()) {
    test(`${name}, ${why}`, async () => {
      expect(await sendToBoth(server.url, input)).toBeUndefined();
    });
  }
});

test('hostile bodies of a fixed seed are answered as promised', async () => {
  expect(await fuzz({ url: server.url, seed: 1, inputs: 60 })).toBeUndefined();
});

describe('fuzzing', () => {
  test('finds a server that answers a body with a 500, and keeps the input as a file', async () => {
    const broken = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (request) => ((await request.text()).includes('imp') ? reply(500) : reply(204)),
    });
    const finding = await fuzz({ url: `http://127.0.0.1:${broken.port}`, seed: 1, inputs: 60 });
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

  test('but a proper refusal is not', () => {
    expect(answerFault(answer(400, { error }))).toBeUndefined();
  });
});
