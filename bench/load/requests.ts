import { FRESH_DIGITS, type Job, type NextRequest } from './job.ts';

type Prepared = { readonly bytes: Buffer; readonly places: readonly number[] };

const ZERO = '0'.charCodeAt(0);

/** The requests of a job in turn, formatted once; only the fresh digits are written for each. */
export function createRequests(job: Job, firstNumber: number): NextRequest {
  const host = `Host: 127.0.0.1:${job.port}\r\n`;
  const post = (body: string) =>
    `POST ${job.path} HTTP/1.1\r\n${host}Content-Type: application/json\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const get = (path: string) => `GET ${path} HTTP/1.1\r\n${host}\r\n`;
  const texts = job.paths.length > 0 ? job.paths.map(get) : job.bodies.map(post);
  const requests = texts.map(prepare);
  let number = firstNumber;
  let place = number % requests.length;
  return () => {
    const { bytes, places } = requests[place] as Prepared;
    place = place + 1 === requests.length ? 0 : place + 1;
    number++;
    for (const at of places) writeDigits(bytes, at, number);
    return bytes;
  };
}

/** Sixteen digits, of which no two generators begin with the same, since none sends a million a second. */
export const firstNumber = (): number => Date.now() * 1000;

function prepare(text: string): Prepared {
  const bytes = Buffer.from(text);
  const places: number[] = [];
  for (let at = bytes.indexOf(FRESH_DIGITS); at !== -1; ) {
    places.push(at);
    at = bytes.indexOf(FRESH_DIGITS, at + FRESH_DIGITS.length);
  }
  return { bytes, places };
}

function writeDigits(bytes: Buffer, at: number, number: number): void {
  let rest = number;
  for (let place = at + FRESH_DIGITS.length - 1; place >= at; place--) {
    const tenth = Math.floor(rest / 10);
    bytes[place] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
}
