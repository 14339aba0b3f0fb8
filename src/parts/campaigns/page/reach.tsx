import { useState } from 'preact/hooks';
import type { CampaignTraffic, TrafficField } from '../../../host/offers.ts';
import { COUNTRIES, findCountry } from '../../../lib/countries.ts';
import {
  Field,
  FieldFrame,
  type FieldsProps,
  FormPart,
  fieldPartsOf,
  textField,
} from '../../../ui/form-field.tsx';
import { count } from '../../../ui/format.ts';
import { useResource } from '../../../ui/loaded.tsx';
import { useZone } from '../../../ui/zone.tsx';
import { KEYWORDS, NEVER_ABOUT, SUGGESTED } from './form-fields.ts';

/** Values are suggested with the requests of so many days. */
const DAYS = 7;

const TRAFFIC_FIELDS = Object.keys(SUGGESTED) as TrafficField[];

/** Where it runs, by what requests have. */
export function Reach({ context }: Pick<FieldsProps, 'context'>) {
  const query = new URLSearchParams({ days: String(DAYS), zone: useZone() });
  const { outcome } = useResource<CampaignTraffic>(`/api/traffic?${query}`);
  const traffic = outcome?.kind === 'ready' ? outcome.value : undefined;
  const isEmpty = TRAFFIC_FIELDS.every((name) =>
    traffic?.[name].every((one) => one.requests === 0),
  );
  return (
    <FormPart title="Where it runs" context={context} fields={[NEVER_ABOUT]}>
      <Field context={context} field={KEYWORDS} />
      {TRAFFIC_FIELDS.map((name) => (
        <SuggestedField context={context} name={name} traffic={traffic?.[name] ?? []} key={name} />
      ))}
      {outcome?.kind === 'failed' ? (
        <p class="muted wide">Nothing can be suggested now. {outcome.reason}</p>
      ) : traffic !== undefined && isEmpty ? (
        <p class="muted wide">
          No request came in the last {DAYS} days, so nothing is suggested from traffic.
        </p>
      ) : null}
    </FormPart>
  );
}

type SuggestedFieldProps = Pick<FieldsProps, 'context'> & {
  readonly name: TrafficField;
  readonly traffic: CampaignTraffic[TrafficField];
};

/** Values one by one, each suggested or typed: a comma, Enter and leaving the field take what is typed. */
function SuggestedField({ context, name, traffic }: SuggestedFieldProps) {
  const [typed, setTyped] = useState('');
  const field = textField(`targeting.include.${name}`, SUGGESTED[name]);
  const { value, take, attributes } = fieldPartsOf(context, field);
  // A template has '' where something is to be filled in.
  const values = (Array.isArray(value) ? value : []).map(String).filter((text) => text !== '');
  const suggestions = suggestionsOf(name, traffic);
  const nameOf = (one: string) => suggestions.find((known) => known.value === one)?.name;
  const set = (next: readonly string[]) => take(next.length === 0 ? undefined : next);
  const add = (text: string) => {
    const meant = text.split(',').flatMap((one) => meantBy(one.trim(), name, suggestions));
    const next = new Set([...values, ...meant]);
    if (next.size > values.length) set([...next]);
    setTyped('');
  };
  return (
    <FieldFrame context={context} field={field}>
      <div class="values">
        {values.length === 0 ? null : (
          <ul class="chips" aria-label={`${field.label}: chosen`}>
            {values.map((one) => (
              <li class="chip" key={one}>
                {[one, nameOf(one)].filter(Boolean).join(' · ')}{' '}
                <button
                  type="button"
                  aria-label={`Remove ${one}`}
                  onClick={() => set(values.filter((other) => other !== one))}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          {...attributes}
          list={`${attributes.id}-list`}
          autocomplete="off"
          value={typed}
          onInput={(event) => {
            const text = event.currentTarget.value;
            // What is chosen of the list comes at once, and is not typed.
            const isChosen = event.inputType === undefined || /Replacement/.test(event.inputType);
            if (isChosen || text.includes(',')) add(text);
            else setTyped(text);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add(typed);
          }}
          onBlur={() => add(typed)}
        />
        <datalist id={`${attributes.id}-list`}>
          {suggestions
            .filter((one) => !values.includes(one.value))
            .map(({ value: one, name: words, requests }) => (
              <option
                value={one}
                label={[words, traffic.length > 0 && requestsWords(requests)]
                  .filter(Boolean)
                  .join(', ')}
                key={one}
              />
            ))}
        </datalist>
      </div>
    </FieldFrame>
  );
}

function requestsWords(requests: number): string {
  const many = requests === 0 ? 'no' : count(requests);
  return `${many} ${requests === 1 ? 'request' : 'requests'} in the last ${DAYS} days`;
}

type Suggestion = CampaignTraffic[TrafficField][number] & { readonly name: string | undefined };

/** What requests had; of countries, all others too. */
function suggestionsOf(
  field: TrafficField,
  traffic: CampaignTraffic[TrafficField],
): readonly Suggestion[] {
  const known = new Set(traffic.map(({ value }) => value));
  const others = field === 'countries' ? COUNTRIES.filter(([, three]) => !known.has(three)) : [];
  return [...traffic, ...others.map(([, value]) => ({ value, requests: 0 }))].map((one) => ({
    ...one,
    name: nameOf(field, one.value),
  }));
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const TWO_LETTERS = new Map(COUNTRIES.map(([two, three]) => [three, two]));

/** A request may have any text as its language. */
function nameOf(field: TrafficField, value: string): string | undefined {
  if (field === 'languages') return /^[a-z]{2,3}$/.test(value) ? LANGUAGES.of(value) : undefined;
  const two = field === 'countries' ? TWO_LETTERS.get(value) : undefined;
  return two && REGIONS.of(two);
}

/** The value that is called like this, or that campaigns take for the same; else what was typed. */
function meantBy(text: string, field: TrafficField, suggestions: readonly Suggestion[]) {
  if (text === '') return [];
  const folded = text.toLowerCase();
  const value = field === 'countries' ? (findCountry(text) ?? text) : folded;
  const isMeant = (one: Suggestion) => one.name?.toLowerCase() === folded || one.value === value;
  return (
    suggestions.find(isMeant)?.value ?? (field === 'languages' ? value.split(/[-_]/, 1) : text)
  );
}
