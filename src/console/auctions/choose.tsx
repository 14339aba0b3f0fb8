import type { TargetedSubmitEvent } from 'preact';
import type { RequestList, RequestQuestion } from '../../observe/request-rows.ts';
import { ANSWER_WORDS, outcomeWords } from '../words.ts';

type ChooseProps = {
  readonly filter: RequestQuestion;
  /** Undefined while it is loaded. */
  readonly list: RequestList | undefined;
  readonly onChange: (change: Partial<RequestQuestion>) => void;
};

/** The search box and the filters above the list. */
export function Choose({ filter, list, onChange }: ChooseProps) {
  const search = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onChange({ find: String(new FormData(event.currentTarget).get('find') ?? '').trim() });
  };
  return (
    <div class="filters">
      <form class="search" onSubmit={search} key={filter.find}>
        <label for="find" class="hidden">
          Request id
        </label>
        <input
          id="find"
          type="search"
          name="find"
          size={34}
          defaultValue={filter.find}
          placeholder="Request id or bid request id"
        />
        <button type="submit">Find</button>
      </form>
      <Choice
        label="Publisher"
        value={filter.publisher}
        options={list?.publishers ?? []}
        onChange={(publisher) => onChange({ publisher })}
      />
      <Choice
        label="Outcome"
        value={filter.outcome}
        options={list?.outcomes ?? []}
        words={outcomeWords}
        onChange={(outcome) => onChange({ outcome })}
      />
      <Choice
        label="Partner"
        value={filter.partner}
        options={list?.partners ?? []}
        onChange={(partner) => onChange(partner === '' ? { partner, answer: '' } : { partner })}
      />
      {filter.partner === '' ? null : (
        <Choice
          label="Its answer"
          value={filter.answer}
          options={Object.keys(ANSWER_WORDS)}
          words={(answer) => ANSWER_WORDS[answer as keyof typeof ANSWER_WORDS] ?? answer}
          onChange={(answer) => onChange({ answer })}
        />
      )}
      {filter.campaign === '' ? null : (
        <button type="button" onClick={() => onChange({ campaign: '' })}>
          Only campaign {filter.campaign} <span aria-hidden="true">×</span>
          <span class="hidden">: take away</span>
        </button>
      )}
    </div>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly words?: (option: string) => string;
  readonly onChange: (value: string) => void;
};

function Choice({ label, value, options, words = (option) => option, onChange }: ChoiceProps) {
  const all = value === '' || options.includes(value) ? options : [value, ...options];
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">Any</option>
        {all.map((option) => (
          <option value={option} key={option}>
            {words(option)}
          </option>
        ))}
      </select>
    </label>
  );
}
