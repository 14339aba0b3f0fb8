const HEAD_END = '\r\n\r\n';
const HEAD_BYTES_MAX = 64 * 1024;
const STATUS_OFFSET = 'HTTP/1.1 '.length;

/** Takes the bytes of one connection as they come and tells the status of each answer once it is complete. */
export function createAnswerReader(onAnswer: (status: number) => void): (bytes: Buffer) => void {
  let bodyLeft = 0;
  let status = 0;
  let partialHead: Buffer | undefined;

  return (bytes) => {
    let chunk = bytes;
    if (partialHead !== undefined) {
      chunk = Buffer.concat([partialHead, bytes]);
      partialHead = undefined;
    }
    let at = 0;
    while (at < chunk.length) {
      if (bodyLeft === 0) {
        const headEnd = chunk.indexOf(HEAD_END, at);
        if (headEnd === -1) {
          partialHead = keepPartial(chunk.subarray(at));
          return;
        }
        const head = chunk.toString('latin1', at, headEnd);
        status = Number(head.slice(STATUS_OFFSET, STATUS_OFFSET + 3));
        bodyLeft = bodyLength(head, status);
        at = headEnd + HEAD_END.length;
      }
      const taken = Math.min(bodyLeft, chunk.length - at);
      bodyLeft -= taken;
      at += taken;
      if (bodyLeft === 0) onAnswer(status);
    }
  };
}

/** A copy: the socket uses its buffer again. */
function keepPartial(bytes: Buffer): Buffer {
  if (bytes.length > HEAD_BYTES_MAX) throw new Error('the head of an answer does not end');
  return Buffer.from(bytes);
}

function bodyLength(head: string, status: number): number {
  if (status === 204 || status === 304) return 0;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  // Both servers know the length of what they send; reading chunks would only slow the generator down.
  if (length === undefined) throw new Error('an answer without Content-Length');
  return Number(length);
}
