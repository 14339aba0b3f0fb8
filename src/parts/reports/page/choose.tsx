import { REPORT_DIMENSIONS } from '../../../core/sale/dimension-words.ts';
import { dayAfter, daysOf, type PeriodName } from '../../../lib/time-span.ts';
import { UTC, wallTime } from '../../../lib/time-zone.ts';
import { Select } from '../../../ui/select.tsx';
import { browserZone } from '../../../ui/zone.tsx';
import { byOf, filtersOf, LAST, measureOf, PERIODS, timeOf } from './query.ts';
import { COLUMN_NAMES, columnWords, keyWords } from './words.ts';

export type Change = (changes: Readonly<Record<string, string | readonly string[] | null>>) => void;
type ChooseProps = { readonly asked: URLSearchParams; readonly change: Change };

/** What a report shows: each choice is a parameter of its address. */
export function Choose({ asked, change }: ChooseProps) {
  const zone = asked.get('zone') ?? UTC;
  const zones = [...new Set([UTC, browserZone(), zone])];
  const isCompared = asked.has('compare');
  const by = byOf(asked);
  const filters = filtersOf(asked);
  const split = (dimension: string) => {
    const rest = by.filter((name) => name !== dimension);
    if (rest.length < by.length) return rest.length > 0 && change({ by: rest.join(',') });
    // Days contain hours, and hours contain minutes.
    const others = timeOf([dimension]) === undefined ? by : by.filter((name) => !timeOf([name]));
    return change({ by: [...others, dimension].join(',') });
  };
  return (
    <div class="filters">
      <ChoosePeriod asked={asked} change={change} />
      <Select
        label="Time zone"
        value={zone}
        options={zones.map((name) => [name, name])}
        onChange={(next) => change({ zone: next })}
      />
      <Select
        label="Draw and sort by"
        value={measureOf(asked)}
        options={COLUMN_NAMES.map((name) => [name, columnWords(name).name])}
        onChange={(measure) => change({ measure })}
      />
      <button
        type="button"
        aria-pressed={isCompared}
        title="Beside each figure, that of the time of the same length directly before"
        onClick={() => change({ compare: isCompared ? null : 'previous' })}
      >
        Compare
      </button>
      <Toggles legend="Split by" names={REPORT_DIMENSIONS} chosen={by} toggle={split} />
      {filters.map(({ text, name, value }) => (
        <button
          type="button"
          key={text}
          onClick={() =>
            change({ where: filters.flatMap((one) => (one.text === text ? [] : one.text)) })
          }
        >
          Only {name} {keyWords(name, value, zone)} <span aria-hidden="true">×</span>
          <span class="hidden">: take away</span>
        </button>
      ))}
    </div>
  );
}

type TogglesProps = {
  readonly legend: string;
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  readonly toggle: (name: string) => void;
};

/** Dimensions or columns, of which several are chosen. */
export function Toggles({ legend, names, chosen, toggle }: TogglesProps) {
  return (
    <fieldset class="toggles">
      <legend>{legend}</legend>
      {names.map((name) => (
        <button
          type="button"
          key={name}
          title={columnWords(name).meaning}
          aria-pressed={chosen.includes(name)}
          onClick={() => toggle(name)}
        >
          {columnWords(name).name}
        </button>
      ))}
    </fieldset>
  );
}

const DAYS = 'days';

function ChoosePeriod({ asked, change }: ChooseProps) {
  const [from, until] = [asked.get('from'), asked.get('until')];
  const period = asked.get('period');
  const value = period ?? (from === null ? (asked.get('last') ?? '') : DAYS);
  const usual = { ...PERIODS, ...LAST };
  const time = (next: Readonly<Record<string, string>>) =>
    change({ last: null, period: null, from: null, until: null, to: null, ...next });
  const pick = (next: string) => {
    if (next !== DAYS) return time(next in PERIODS ? { period: next } : { last: next });
    const zone = asked.get('zone') ?? UTC;
    const today = wallTime(zone, Date.now()).date;
    const week = { from: dayAfter(today, -6), until: today };
    return time(period === null ? week : { ...daysOf(period as PeriodName, zone, Date.now()) });
  };
  const day = (name: 'from' | 'until', next: string) => {
    const days = { from: from ?? '', until: until ?? '', [name]: next };
    if (next !== '' && days.from <= days.until) time(days);
  };
  return (
    <>
      <Select
        label="Period"
        value={value}
        options={[
          ...Object.entries(usual),
          ...(value in usual || value === DAYS ? [] : [[value, `Last ${value}`] as const]),
          [DAYS, 'From … to …'],
        ]}
        onChange={pick}
      />
      {value === DAYS
        ? (['from', 'until'] as const).map((name) => (
            <label key={name}>
              {name === 'from' ? 'from' : 'to'}{' '}
              <input
                type="date"
                value={asked.get(name) ?? ''}
                onChange={(event) => day(name, event.currentTarget.value)}
              />
            </label>
          ))
        : null}
    </>
  );
}
