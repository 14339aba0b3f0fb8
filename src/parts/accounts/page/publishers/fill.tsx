import { useState } from 'preact/hooks';
import { DAY_MS } from '../../../../lib/day.ts';
import { Empty } from '../../../../ui/empty.tsx';
import { count } from '../../../../ui/format.ts';
import { Loaded, useResource } from '../../../../ui/loaded.tsx';
import { auctionsHref } from '../../../../ui/record-paths.ts';
import { number, Rows } from '../../../../ui/table.tsx';
import { FigureTiles } from '../../../../ui/tiles.tsx';
import { dateTimeWords, useZone } from '../../../../ui/zone.tsx';
import type { ReportAnswer } from '../../../reports/report.ts';
import {
  type FillChange,
  fillChange,
  fillSentence,
  percentWords,
  pointsWords,
  type ReasonChange,
  type WeekFigures,
} from './fill-words.ts';

const WEEK_MS = 7 * DAY_MS;
const MINUTE_MS = 60_000;

type FillProps = {
  /** '' for all. */
  readonly publisher: string;
};

/** Fill of the last seven days against the seven days before, with the reasons in words. */
export function FillAgainstWeek({ publisher }: FillProps) {
  const zone = useZone();
  // Counts are by minute.
  const [endMs] = useState(() => Date.now() - (Date.now() % MINUTE_MS));
  const now = useResource<ReportAnswer>(weekPath(publisher, endMs));
  const before = useResource<ReportAnswer>(weekPath(publisher, endMs - WEEK_MS));
  return (
    <section class="panel" aria-label="Fill against the week before">
      <h2>
        Fill{' '}
        <span class="muted">
          seven days until {dateTimeWords(endMs, zone)}, and the seven before
        </span>
      </h2>
      <Loaded resource={now}>
        {(week) => (
          <Loaded resource={before}>
            {(weekBefore) => <Change change={fillChange(week, weekBefore)} publisher={publisher} />}
          </Loaded>
        )}
      </Loaded>
    </section>
  );
}

function weekPath(publisher: string, toMs: number): string {
  const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
  const query = { by: 'reason', from: iso(toMs - WEEK_MS), to: iso(toMs) };
  const where = publisher === '' ? {} : { where: `publisher=${publisher}` };
  return `/api/report?${new URLSearchParams({ ...query, ...where })}`;
}

type ChangeProps = FillProps & { readonly change: FillChange };

function Change({ change, publisher }: ChangeProps) {
  const { now, before, reasons } = change;
  if (now.requests + before.requests === 0) {
    return (
      <Empty title="No request in fourteen days">
        <p>Requests of test mode are not counted.</p>
      </Empty>
    );
  }
  return (
    <>
      <p>{fillSentence(change)}</p>
      <FigureTiles
        tiles={[
          { name: 'Fill', figure: fillOf(now), note: `${fillOf(before)} before` },
          {
            name: 'Requests',
            figure: count(now.requests),
            note: `${count(before.requests)} before`,
          },
          { name: 'Sold', figure: count(now.sold), note: `${count(before.sold)} before` },
        ]}
      />
      {reasons.length === 0 ? (
        <p class="muted">Every request got an ad.</p>
      ) : (
        <Reasons reasons={reasons} publisher={publisher} />
      )}
    </>
  );
}

const fillOf = ({ fill }: WeekFigures) => (fill === null ? '–' : percentWords(fill));

type ReasonsProps = FillProps & { readonly reasons: readonly ReasonChange[] };

function Reasons({ reasons, publisher }: ReasonsProps) {
  return (
    <Rows
      rows={reasons}
      keyOf={({ reason }) => reason}
      caption="Reasons, the largest change of fill first"
      columns={{
        Reason: ({ reason, words, moreOfValid }) => (
          <a class="row-link" href={auctionsHref({ publisher, ...outcomeOf(reason, moreOfValid) })}>
            {words}
          </a>
        ),
        'This week': number(({ now }: ReasonChange) => count(now)),
        'Week before': number(({ before }: ReasonChange) => count(before)),
        Change: number(({ now, before }: ReasonChange) => signed(now - before, count)),
        'In fill': number(({ moreOfValid }: ReasonChange) =>
          moreOfValid === null ? '–' : signed(-moreOfValid, pointsWords),
        ),
      }}
    />
  );
}

/** The auctions with this reason, or the refusals. */
const outcomeOf = (reason: string, moreOfValid: number | null) => ({
  outcome: moreOfValid === null ? 'refused' : reason,
});

function signed(value: number, words: (value: number) => string): string {
  if (value === 0) return words(0);
  return `${value > 0 ? '+' : '−'}${words(Math.abs(value))}`;
}
