import { REPORT_DIMENSIONS } from '../../../core/sale/dimension-words.ts';
import { dayAfter, daysOf } from '../../../lib/time-span.ts';
import { UTC, wallTime } from '../../../lib/time-zone.ts';
import { Select } from '../../../ui/select.tsx';
import { browserZone } from '../../../ui/zone.tsx';
import { isPeriodName, LAST, NAMED, type ReportPeriod } from './period.ts';
import { type ReportChoice, timeOf } from './query.ts';
import { COLUMN_NAMES, columnWords, keyWords } from './words.ts';

type ChooseProps = {
  readonly choice: ReportChoice;
  readonly onChange: (choice: ReportChoice) => void;
};

export function Choose({ choice, onChange }: ChooseProps) {
  const zones = [...new Set([UTC, browserZone(), choice.zone])];
  return (
    <div class="filters">
      <ChoosePeriod
        period={choice.period}
        zone={choice.zone}
        onChange={(period) => onChange({ ...choice, period })}
      />
      <Select
        label="Time zone"
        value={choice.zone}
        options={zones.map((zone) => [zone, zone])}
        onChange={(zone) => onChange({ ...choice, zone })}
      />
      <Select
        label="Draw"
        value={choice.measure}
        options={COLUMN_NAMES.map((name) => [name, columnWords(name).name])}
        onChange={(measure) => onChange({ ...choice, measure })}
      />
      <button
        type="button"
        aria-pressed={choice.isCompared}
        title="Beside each figure, that of the time of the same length directly before"
        onClick={() => onChange({ ...choice, isCompared: !choice.isCompared })}
      >
        Compare
      </button>
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
          title={columnWords(dimension).meaning}
          aria-pressed={by.includes(dimension)}
          onClick={() => toggle(dimension)}
        >
          {columnWords(dimension).name}
        </button>
      ))}
    </fieldset>
  );
}

function Conditions({ choice, onChange }: ChooseProps) {
  return Object.entries(choice.where).map(([name, value]) => {
    const { [name]: _, ...where } = choice.where;
    return (
      <button type="button" key={name} onClick={() => onChange({ ...choice, where })}>
        Only {name} {keyWords(name, value, choice.zone)} <span aria-hidden="true">×</span>
        <span class="hidden">: take away</span>
      </button>
    );
  });
}

type PeriodProps = {
  readonly period: ReportPeriod;
  readonly zone: string;
  readonly onChange: (period: ReportPeriod) => void;
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
  const usual = [...Object.entries(NAMED), ...Object.entries(LAST)];
  const isUnusual = value !== DAYS && usual.every(([name]) => name !== value);
  const unusual = isUnusual ? [[value, `Last ${value}`] as const] : [];
  return (
    <>
      <Select
        label="Period"
        value={value}
        options={[...usual, ...unusual, [DAYS, 'From … to …']]}
        onChange={pick}
      />
      {period.kind === 'days' ? <Days days={period} onChange={onChange} /> : null}
    </>
  );
}

type DaysPeriod = Extract<ReportPeriod, { readonly kind: 'days' }>;
type DaysProps = { readonly days: DaysPeriod; readonly onChange: (period: DaysPeriod) => void };

function Days({ days, onChange }: DaysProps) {
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
