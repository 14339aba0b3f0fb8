/**
 * Passes everything through as it comes, and puts something before the chunk that ends the stream, or
 * after the last one where none does.
 */
export function withBeforeEnd<Chunk>(
  isEnd: (chunk: Chunk) => boolean,
  extra: () => Promise<readonly Chunk[]>,
): TransformStream<Chunk, Chunk> {
  let isAdded = false;
  const add = async (controller: TransformStreamDefaultController<Chunk>) => {
    if (isAdded) return;
    isAdded = true;
    for (const chunk of await extra()) controller.enqueue(chunk);
  };
  return new TransformStream({
    async transform(chunk, controller) {
      if (isEnd(chunk)) await add(controller);
      controller.enqueue(chunk);
    },
    flush: add,
  });
}
