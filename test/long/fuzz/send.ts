import { PATH_BY_ENDPOINT } from '../../../src/host/http/endpoints.ts';
import { PATIENT_MS } from '../../patience.ts';
import type { DoorAddresses } from '../doors.ts';
import { type Answer, answerFault, callFault, doorsFault } from './answer-fault.ts';
import type { DoorCall, FuzzInput } from './input.ts';
import type { Operation } from './operations.ts';

/** The endpoint may close the connection on a body that is larger, before it has been sent. */
const BODY_BYTES_MAX = 1024 * 1024;

/** What inputs are sent to. */
export type FuzzTarget = {
  readonly doors: DoorAddresses;
  /** Of the documents of its ports. */
  readonly operations: readonly Operation[];
};

/** Returns what is wrong with the answer. */
export function send(target: FuzzTarget, input: FuzzInput): Promise<string | undefined> {
  const { call } = input;
  return call === undefined
    ? sendToBoth(target.doors.urls.public, input)
    : sendCall(target, call, input);
}

async function sendCall(
  { doors, operations }: FuzzTarget,
  call: DoorCall,
  { contentType, body }: FuzzInput,
): Promise<string | undefined> {
  const { port, role, method, path, headers, template } = call;
  const token = doors.tokens[role];
  const answer = await answerTo(`${doors.urls[port]}${path}`, {
    method,
    headers: {
      ...(body.length === 0 ? {} : { 'Content-Type': contentType }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    redirect: 'manual',
    ...(body.length === 0 ? {} : { body }),
  });
  if (typeof answer === 'string') return answer;
  const declared = operations.find(
    (one) => one.port === port && one.method === method && one.template === template,
  );
  return callFault(answer, declared?.statuses);
}

/** Sends the body to both endpoints. */
async function sendToBoth(url: string, input: FuzzInput): Promise<string | undefined> {
  const strict = await answerOf(`${url}${PATH_BY_ENDPOINT.strict}`, input);
  const repairing = await answerOf(`${url}${PATH_BY_ENDPOINT.repairing}`, input);
  if (typeof strict === 'string') return strict;
  if (typeof repairing === 'string') return repairing;
  if (strict === undefined || repairing === undefined) return undefined;
  return answerFault(strict) ?? answerFault(repairing) ?? doorsFault(strict, repairing);
}

/** A sentence where there was no answer; undefined where there need not be one. */
async function answerOf(url: string, input: FuzzInput): Promise<Answer | string | undefined> {
  const { contentType, contentEncoding, body } = input;
  const answer = await answerTo(url, {
    method: 'POST',
    headers: {
      'Content-Type': contentType,
      ...(contentEncoding === undefined ? {} : { 'Content-Encoding': contentEncoding }),
    },
    body,
  });
  return typeof answer === 'string' && body.length > BODY_BYTES_MAX ? undefined : answer;
}

/** A sentence where there was no answer. */
async function answerTo(url: string, init: RequestInit): Promise<Answer | string> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENT_MS) });
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  } catch (error) {
    return `expected an answer of ${url}, but ${error}`;
  }
}
