import { useMemo } from 'preact/hooks';
import type { CampaignTraffic, TrafficField, TrafficValue } from '../../../host/offers.ts';
import { COUNTRIES, findCountry } from '../../../lib/countries.ts';
import {
  Field,
  FieldFrame,
  type FieldsProps,
  type FormField,
  FormPart,
  fieldPartsOf,
} from '../../../ui/form-field.tsx';
import { count } from '../../../ui/format.ts';
import { useResource } from '../../../ui/loaded.tsx';
import { type Suggestion, ValueList } from '../../../ui/value-list.tsx';
import { useZone } from '../../../ui/zone.tsx';
import { KEYWORDS, NEVER_ABOUT, SUGGESTED } from './form-fields.ts';

const TRAFFIC_FIELDS = [
  'countries',
  'languages',
  'intents',
  'publishers',
] as const satisfies TrafficField[];

/** Values are suggested with the requests of so many days. */
const DAYS = 7;

/** Where it runs, by what requests have. */
export function Reach({ context }: Pick<FieldsProps, 'context'>) {
  const zone = useZone();
  const query = new URLSearchParams({ days: String(DAYS), zone });
  const { outcome } = useResource<CampaignTraffic>(`/api/traffic?${query}`);
  const traffic = outcome?.kind === 'ready' ? outcome.value : undefined;
  return (
    <FormPart title="Where it runs" context={context} fields={[NEVER_ABOUT]}>
      <Field context={context} field={KEYWORDS} />
      {TRAFFIC_FIELDS.map((name) => (
        <SuggestedField
          context={context}
          field={SUGGESTED[name]}
          name={name}
          traffic={traffic}
          key={name}
        />
      ))}
      {outcome?.kind === 'failed' ? (
        <p class="muted wide">Nothing can be suggested now. {outcome.reason}</p>
      ) : traffic !== undefined && isWithoutTraffic(traffic) ? (
        <p class="muted wide">
          No request came in the last {traffic.days} days, so nothing is suggested from traffic.
        </p>
      ) : null}
    </FormPart>
  );
}

function isWithoutTraffic({ fields }: CampaignTraffic): boolean {
  return TRAFFIC_FIELDS.every((name) => fields[name].requests === 0);
}

type SuggestedFieldProps = Pick<FieldsProps, 'context'> & {
  readonly field: FormField;
  readonly name: TrafficField;
  readonly traffic: CampaignTraffic | undefined;
};

function SuggestedField({ context, field, name, traffic }: SuggestedFieldProps) {
  const { value, take, attributes } = fieldPartsOf(context, field);
  // A template has '' where something is to be filled in.
  const values = (Array.isArray(value) ? value : []).map(String).filter((text) => text !== '');
  const form = FORMS[name];
  const suggestions = useMemo(() => suggestionsOf(name, traffic), [name, traffic]);
  return (
    <FieldFrame context={context} field={field}>
      <ValueList
        attributes={attributes}
        label={field.label}
        values={values}
        suggestions={suggestions}
        form={form}
        onChange={(next) => take(next.length === 0 ? undefined : next)}
      />
    </FieldFrame>
  );
}

const folded = (text: string) => text.trim().toLowerCase();

/** As campaigns compare them with requests. */
const FORMS: Readonly<Record<TrafficField, (text: string) => string>> = {
  countries: (text) => findCountry(text) ?? text,
  languages: (text) => folded(text.split(/[-_]/, 1)[0] ?? ''),
  intents: folded,
  publishers: (text) => text,
};

/** What requests had; of countries, all others too. */
function suggestionsOf(
  name: TrafficField,
  traffic: CampaignTraffic | undefined,
): readonly Suggestion[] {
  const known = traffic?.fields[name].values ?? [];
  const others = name === 'countries' ? COUNTRIES.map(([, three]) => three) : [];
  const values = new Set([...known.map(({ value }) => value), ...others]);
  const isKnown = traffic !== undefined && traffic.fields[name].requests > 0;
  return [...values].map((value) => ({
    value,
    name: NAMES[name]?.(value),
    note: isKnown
      ? requestsWords(
          known.find((one) => one.value === value),
          traffic.days,
        )
      : '',
  }));
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const TWO_LETTERS = new Map(COUNTRIES.map(([two, three]) => [three, two]));

/** A request may have any text as its language. */
const NAMES: Partial<Readonly<Record<TrafficField, (value: string) => string | undefined>>> = {
  countries: (three) => {
    const two = TWO_LETTERS.get(three);
    return two && REGIONS.of(two);
  },
  languages: (code) => (/^[a-z]{2,3}$/.test(code) ? LANGUAGES.of(code) : undefined),
};

/** `12,400 requests yesterday` */
function requestsWords(value: TrafficValue | undefined, days: number): string {
  const { requests = 0, yesterday = 0, isAbout = false } = value ?? {};
  if (requests === 0) return `no request ${lastDays(days)}`;
  const about = isAbout ? 'about ' : '';
  const number = (many: number) => `${about}${count(many)} ${many === 1 ? 'request' : 'requests'}`;
  if (yesterday > 0) return `${number(yesterday)} yesterday`;
  return `${number(requests)} ${lastDays(days)}, none yesterday`;
}

const lastDays = (days: number) => `in the last ${days} days`;
