import type { TargetedSubmitEvent } from 'preact';
import type { RequestList, RequestQuestion } from '../../../../core/exchange/request-rows.ts';
import { fieldOf } from '../../../../lib/schema-fault.ts';
import { Select } from '../../../../ui/select.tsx';
import { ANSWER_WORDS, outcomeWords } from '../../../../ui/shell/words.ts';
import { TimeField } from '../../../../ui/time-field.tsx';
import { TypedField } from '../../../../ui/typed-field.tsx';

type SearchProps = {
  readonly filter: RequestQuestion;
  /** Undefined while it is loaded. */
  readonly list: RequestList | undefined;
  readonly onChange: (change: Partial<RequestQuestion>) => void;
};

/** What requests are found by. Each field applies once it is typed or chosen. */
export function Search({ filter, list, onChange }: SearchProps) {
  const { find, publisher, advertiser, from, to, outcome, partner, answer, campaign } = filter;
  // The field that Enter is pressed in has applied by then.
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => event.preventDefault();
  return (
    <form class="filters" onSubmit={submit}>
      <TypedField
        label="Id"
        value={find}
        size={30}
        placeholder="Request id or bid request id"
        onChange={(next) => onChange({ find: next })}
      />
      <button type="submit">Find</button>
      <TypedField
        label="Publisher"
        value={publisher}
        size={14}
        options={list?.publishers ?? []}
        onChange={(next) => onChange({ publisher: next })}
      />
      <TypedField
        label="Advertiser"
        value={advertiser}
        size={16}
        placeholder="shoes.example"
        onChange={(next) => onChange({ advertiser: next })}
      />
      <TimeField label="From" iso={from} onChange={(next) => onChange({ from: next })} />
      <TimeField label="Until" iso={to} onChange={(next) => onChange({ to: next })} />
      <Select
        label="Outcome"
        value={outcome}
        options={choices(outcome, list?.outcomes, outcomeWords)}
        onChange={(next) => onChange({ outcome: next })}
      />
      <Select
        label="Partner"
        value={partner}
        options={choices(partner, list?.partners)}
        onChange={(next) =>
          onChange(next === '' ? { partner: next, answer: '' } : { partner: next })
        }
      />
      {partner === '' ? null : (
        <Select
          label="Its answer"
          value={answer}
          options={choices(
            answer,
            Object.keys(ANSWER_WORDS),
            (one) => fieldOf(ANSWER_WORDS, one) ?? one,
          )}
          onChange={(next) => onChange({ answer: next })}
        />
      )}
      {campaign === '' ? null : (
        <button type="button" onClick={() => onChange({ campaign: '' })}>
          Only campaign {campaign} <span aria-hidden="true">×</span>
          <span class="hidden">: take away</span>
        </button>
      )}
    </form>
  );
}

const ANY = ['', 'Any'] as const;

/** What can be chosen, and what is chosen even where nothing of it is kept any more. */
function choices(
  chosen: string,
  kept: readonly string[] = [],
  words = (option: string) => option,
): readonly (readonly [string, string])[] {
  const all = chosen === '' || kept.includes(chosen) ? kept : [chosen, ...kept];
  return [ANY, ...all.map((option) => [option, words(option)] as const)];
}
