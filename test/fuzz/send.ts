import { PATH_BY_ENDPOINT } from '../../src/http/endpoints.ts';
import { PATIENT_MS } from '../patience.ts';
import { type Answer, answerFault, doorsFault } from './answer-fault.ts';
import type { FuzzInput } from './input.ts';

/** The endpoint may close the connection on a body that is larger, before it has been sent. */
const BODY_BYTES_MAX = 1024 * 1024;

/** Sends the body to both endpoints; returns what is wrong with the answers. */
export async function sendToBoth(url: string, input: FuzzInput): Promise<string | undefined> {
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
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': contentType,
        ...(contentEncoding === undefined ? {} : { 'Content-Encoding': contentEncoding }),
      },
      body,
      signal: AbortSignal.timeout(PATIENT_MS),
    });
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  } catch (error) {
    return body.length > BODY_BYTES_MAX ? undefined : `expected an answer of ${url}, but ${error}`;
  }
}
