import type { RequestQuestion } from '../../../../core/exchange/request-rows.ts';
import type { SampledRequest } from '../../../../ledger/samples/sampled-outcomes.ts';
import { Empty } from '../../../../ui/empty.tsx';
import { usd } from '../../../../ui/format.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { keptWords } from '../../../../ui/samples-words.ts';
import { lossWords, outcomeWords } from '../../../../ui/shell/words.ts';
import { nowrap, Rows } from '../../../../ui/table.tsx';
import { dateTimeWords, useZone } from '../../../../ui/zone.tsx';
import { useAsked } from './calls.ts';

type SamplesProps = {
  readonly question: Partial<RequestQuestion>;
  /** Whether requests whose ids begin with this one are listed above. */
  readonly isBeginning?: boolean;
};

/** Requests that were kept as samples, where machines have forgotten them. */
export function Samples({ question, isBeginning = false }: SamplesProps) {
  const zone = useZone();
  const resource = useAsked('GET /api/samples', { query: question });
  const isOne = question.find !== undefined && question.find !== '';
  return (
    <Loaded resource={resource}>
      {(search) =>
        search.rows.length > 0 ? (
          <section aria-label="Samples">
            <h2>{isOne ? 'From the samples' : 'Earlier requests, from the samples'}</h2>
            <p class="muted">
              {isOne
                ? 'This machine no longer remembers the request; a sample of it was kept.'
                : `This machine remembers no earlier ones. Of all machines, ${keptWords(search)}.`}{' '}
              A sample has the minute, the outcome, and the bids that won, were beaten or were below
              a floor.
            </p>
            <Rows
              rows={search.rows}
              keyOf={({ minuteMs }, index) => `${minuteMs} ${index}`}
              columns={{
                Minute: nowrap<SampledRequest>(({ minuteMs }) => dateTimeWords(minuteMs, zone)),
                Publisher: ({ publisher }) => publisher ?? '(none)',
                Outcome: ({ outcome, reasons }) =>
                  outcome === 'bid' ? (
                    <span class="good">Sold</span>
                  ) : (
                    reasons.map(outcomeWords).join('; ')
                  ),
                Bids: ({ bids }) =>
                  bids.length === 0
                    ? '–'
                    : bids.map(({ partner, seat, advertisers, cpmUsd, code }, index) => (
                        <div key={index}>
                          {partner} <span class="muted">{advertisers.join(', ') || seat}</span>{' '}
                          {usd(cpmUsd)}:{' '}
                          <span class={code === 0 ? 'good' : ''}>{lossWords(code)}</span>
                        </div>
                      )),
              }}
            />
          </section>
        ) : isOne && !isBeginning ? (
          <Empty title="Neither remembered nor sampled">
            <p>
              No machine kept a sample of this request, and this machine does not remember it:{' '}
              {keptWords(search)}. Test mode, sensitive conversations and messages without an ad by
              the publisher’s pacing are never sampled. Other machines remember their own requests.
            </p>
          </Empty>
        ) : (
          <p class="muted">
            {isOne ? 'No sample has exactly this id' : 'No sample of an earlier request matches'}:{' '}
            {keptWords(search)}.
          </p>
        )
      }
    </Loaded>
  );
}
