type BarsProps = {
  readonly title: string;
  /** The largest first. */
  readonly bars: readonly { readonly name: string; readonly value: number }[];
  readonly words: (value: number) => string;
};

/** Figures side by side. */
export function Bars({ title, bars, words }: BarsProps) {
  const most = bars[0]?.value ?? 1;
  return (
    <section class="panel" aria-label={title}>
      <h2>{title}</h2>
      <ul class="bars">
        {bars.map(({ name, value }) => (
          <li key={name}>
            <span class="bar-name">{name}</span>
            <span>
              <span class="bar-fill" style={{ width: `${(value / most) * 100}%` }} />
            </span>
            <span class="number">{words(value)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
