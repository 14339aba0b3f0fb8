/** How long something took, without the time in which this process was not served by a busy machine. */
export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; tookMs: number }> {
  const SAMPLE_MS = 2;
  let stalledMs = 0;
  let last = performance.now();
  const sampler = setInterval(() => {
    const now = performance.now();
    stalledMs += Math.max(0, now - last - 2 * SAMPLE_MS);
    last = now;
  }, SAMPLE_MS);
  const start = performance.now();
  const result = await work();
  const tookMs = performance.now() - start;
  stalledMs += Math.max(0, performance.now() - last - 2 * SAMPLE_MS);
  clearInterval(sampler);
  return { result, tookMs: tookMs - stalledMs };
}
