type SparklineProps = {
  readonly values: readonly (number | null)[];
  readonly label: string;
};

const WIDTH = 96;
const HEIGHT = 24;

/** A small line without axes. A missing value leaves a gap. */
export function Sparkline({ values, label }: SparklineProps) {
  const known = values.filter((value): value is number => value !== null);
  // One value makes no line.
  if (known.length < 2) return null;
  const top = Math.max(...known, 1);
  const step = WIDTH / Math.max(values.length - 1, 1);
  let path = '';
  let isDrawing = false;
  for (const [index, value] of values.entries()) {
    if (value !== null) {
      const y = HEIGHT - 2 - (value / top) * (HEIGHT - 4);
      path += `${isDrawing ? 'L' : 'M'}${(index * step).toFixed(1)} ${y.toFixed(1)}`;
      // With round caps, a line of zero length is a dot.
      if (!isDrawing) path += 'h0';
    }
    isDrawing = value !== null;
  }
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
