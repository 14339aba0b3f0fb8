/** 1, 2, 4, 6, 8 or 10 times a power of ten, so that its quarters are round numbers. */
export function niceEnd(ms: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(ms, 0.1)));
  const step = [1, 2, 4, 6, 8].find((one) => one * power >= ms);
  return (step ?? 10) * power;
}
