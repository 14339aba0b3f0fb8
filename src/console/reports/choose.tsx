import { REPORT_DIMENSIONS, REPORT_MEASURES } from '../api.ts';
import { type Choice, dayAfter, LAST, type Period, timeOf } from './query.ts';
import { keyWords, measureName } from './words.ts';

type ChooseProps = { readonly choice: Choice; readonly onChange: (choice: Choice) => void };

export function Choose({ choice, onChange }: ChooseProps) {
  const { by, where } = choice;
  const toggle = (dimension: string) => {
    const rest = by.filter((name) => name !== dimension);
    if (rest.length < by.length) {
      if (rest.length > 0) onChange({ ...choice, by: rest });
      return;
    }
    // Allow one time dimension only, because days contain hours and hours contain minutes.
    const time = timeOf(by);
    const others = timeOf([dimension]) === undefined ? by : by.filter((name) => name !== time);
    onChange({ ...choice, by: [...others, dimension] });
  };
  const without = (name: string) =>
    Object.fromEntries(Object.entries(where).filter(([key]) => key !== name));
  return (
    <div class="filters">
      <fieldset class="toggles">
        <legend>By</legend>
        {REPORT_DIMENSIONS.map((dimension) => (
          <button
            type="button"
            key={dimension}
            aria-pressed={by.includes(dimension)}
            onClick={() => toggle(dimension)}
          >
            {dimension}
          </button>
        ))}
      </fieldset>
      <ChoosePeriod period={choice.period} onChange={(period) => onChange({ ...choice, period })} />
      <label>
        Draw{' '}
        <select
          value={choice.measure}
          onChange={(event) => onChange({ ...choice, measure: event.currentTarget.value })}
        >
          {REPORT_MEASURES.map((name) => (
            <option key={name} value={name}>
              {measureName(name)}
            </option>
          ))}
        </select>
      </label>
      {Object.entries(where).map(([name, value]) => (
        <button
          type="button"
          key={name}
          onClick={() => onChange({ ...choice, where: without(name) })}
        >
          Only {name} {keyWords(name, value)} <span aria-hidden="true">×</span>
          <span class="hidden">: take away</span>
        </button>
      ))}
    </div>
  );
}

type PeriodProps = {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
};

const DAYS = 'days';

function ChoosePeriod({ period, onChange }: PeriodProps) {
  const today = new Date().toISOString().slice(0, 10);
  const pick = (value: string) =>
    onChange(
      value === DAYS
        ? { kind: 'days', from: dayAfter(today, -6), until: today }
        : { kind: 'last', last: value },
    );
  const setDays = (days: Partial<{ from: string; until: string }>) => {
    if (period.kind !== 'days') return;
    const next = { ...period, ...days };
    if (next.from !== '' && next.until !== '' && next.from <= next.until) onChange(next);
  };
  return (
    <>
      <label>
        Time{' '}
        <select
          value={period.kind === 'days' ? DAYS : period.last}
          onChange={(event) => pick(event.currentTarget.value)}
        >
          {Object.entries(LAST).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
          {period.kind === 'last' && !(period.last in LAST) ? (
            <option value={period.last}>last {period.last}</option>
          ) : null}
          <option value={DAYS}>From … to …</option>
        </select>
      </label>
      {period.kind === 'days' ? (
        <>
          <label>
            from{' '}
            <input
              type="date"
              value={period.from}
              max={period.until}
              onChange={(event) => setDays({ from: event.currentTarget.value })}
            />
          </label>
          <label>
            to{' '}
            <input
              type="date"
              value={period.until}
              min={period.from}
              onChange={(event) => setDays({ until: event.currentTarget.value })}
            />
          </label>
        </>
      ) : null}
    </>
  );
}
