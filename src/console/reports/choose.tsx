import { UTC, wallTime } from '../../lib/time-zone.ts';
import { REPORT_DIMENSIONS } from '../../sale/dimension-words.ts';
import { browserZone } from '../ui/zone.ts';
import { dayAfter, daysOf, isPeriodName, LAST, NAMED, type Period } from './period.ts';
import { type Choice, timeOf } from './query.ts';
import { COLUMN_NAMES, dimensionMeaning, dimensionName, keyWords, measureName } from './words.ts';

type ChooseProps = { readonly choice: Choice; readonly onChange: (choice: Choice) => void };

export function Choose({ choice, onChange }: ChooseProps) {
  return (
    <div class="filters">
      <ChoosePeriod
        period={choice.period}
        zone={choice.zone}
        onChange={(period) => onChange({ ...choice, period })}
      />
      <label>
        Time zone{' '}
        <select
          value={choice.zone}
          onChange={(event) => onChange({ ...choice, zone: event.currentTarget.value })}
        >
          {[...new Set([UTC, browserZone(), choice.zone])].map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </select>
      </label>
      <label>
        Draw{' '}
        <select
          value={choice.measure}
          onChange={(event) => onChange({ ...choice, measure: event.currentTarget.value })}
        >
          {COLUMN_NAMES.map((name) => (
            <option key={name} value={name}>
              {measureName(name)}
            </option>
          ))}
        </select>
      </label>
      <Dimensions choice={choice} onChange={onChange} />
      <Conditions choice={choice} onChange={onChange} />
    </div>
  );
}

function Dimensions({ choice, onChange }: ChooseProps) {
  const { by } = choice;
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
  return (
    <fieldset class="toggles">
      <legend>Split by</legend>
      {REPORT_DIMENSIONS.map((dimension) => (
        <button
          type="button"
          key={dimension}
          title={dimensionMeaning(dimension)}
          aria-pressed={by.includes(dimension)}
          onClick={() => toggle(dimension)}
        >
          {dimensionName(dimension)}
        </button>
      ))}
    </fieldset>
  );
}

function Conditions({ choice, onChange }: ChooseProps) {
  const { where } = choice;
  const without = (name: string) =>
    Object.fromEntries(Object.entries(where).filter(([key]) => key !== name));
  return Object.entries(where).map(([name, value]) => (
    <button type="button" key={name} onClick={() => onChange({ ...choice, where: without(name) })}>
      Only {name} {keyWords(name, value, choice.zone)} <span aria-hidden="true">×</span>
      <span class="hidden">: take away</span>
    </button>
  ));
}

type PeriodProps = {
  readonly period: Period;
  readonly zone: string;
  readonly onChange: (period: Period) => void;
};

const DAYS = 'days';

function ChoosePeriod({ period, zone, onChange }: PeriodProps) {
  const pick = (value: string) => {
    if (isPeriodName(value)) return onChange({ kind: 'named', name: value });
    if (value !== DAYS) return onChange({ kind: 'last', last: value });
    const today = wallTime(zone, Date.now()).date;
    const week = { from: dayAfter(today, -6), until: today };
    const days = period.kind === 'named' ? daysOf(period.name, zone, Date.now()) : week;
    return onChange({ kind: 'days', ...days });
  };
  const value = period.kind === 'last' ? period.last : period.kind === 'named' ? period.name : DAYS;
  const unusual = period.kind === 'last' && !(period.last in LAST) ? period.last : undefined;
  const options = [...Object.entries(NAMED), ...Object.entries(LAST)];
  return (
    <>
      <label>
        Period{' '}
        <select value={value} onChange={(event) => pick(event.currentTarget.value)}>
          {options.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
          {unusual === undefined ? null : <option value={unusual}>Last {unusual}</option>}
          <option value={DAYS}>From … to …</option>
        </select>
      </label>
      {period.kind === 'days' ? <Days days={period} onChange={onChange} /> : null}
    </>
  );
}

type DaysPeriod = Extract<Period, { readonly kind: 'days' }>;

function Days(props: { readonly days: DaysPeriod; readonly onChange: (period: Period) => void }) {
  const { days, onChange } = props;
  const set = (change: Partial<Pick<DaysPeriod, 'from' | 'until'>>) => {
    const next = { ...days, ...change };
    if (next.from !== '' && next.until !== '' && next.from <= next.until) onChange(next);
  };
  return (
    <>
      <label>
        from{' '}
        <input
          type="date"
          value={days.from}
          max={days.until}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
      </label>
      <label>
        to{' '}
        <input
          type="date"
          value={days.until}
          min={days.from}
          onChange={(event) => set({ until: event.currentTarget.value })}
        />
      </label>
    </>
  );
}
