/** Longer than any event of a model: what has no end until then passes as it is. */
const EVENT_LENGTH_MAX = 1024 * 1024;
const BOUNDARY = /\r\n\r\n|\n\n|\r\r/;

/** Bytes of an event stream to its events, each with the empty line that ends it. */
export function splitEvents(): TransformStream<Uint8Array, string> {
  const decoder = new TextDecoder();
  let rest = '';
  const take = (controller: TransformStreamDefaultController<string>) => {
    for (;;) {
      const end = BOUNDARY.exec(rest);
      if (end === null) break;
      const length = end.index + end[0].length;
      controller.enqueue(rest.slice(0, length));
      rest = rest.slice(length);
    }
    if (rest.length <= EVENT_LENGTH_MAX) return;
    controller.enqueue(rest);
    rest = '';
  };
  return new TransformStream({
    transform(bytes, controller) {
      rest += decoder.decode(bytes, { stream: true });
      take(controller);
    },
    flush(controller) {
      rest += decoder.decode();
      if (rest !== '') controller.enqueue(rest);
    },
  });
}
