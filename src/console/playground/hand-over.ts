let handedOver: string | undefined;

/** Another page's request, to be opened in the playground. */
export function handOver(request: string): void {
  handedOver = request;
}

export function takeHandedOver(): string | undefined {
  const request = handedOver;
  handedOver = undefined;
  return request;
}
