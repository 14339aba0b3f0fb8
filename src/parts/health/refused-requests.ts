import type { Trouble } from '../../host/admin/answers.ts';
import { reading } from '../../host/machine/counted.ts';
import type { Lately, Point } from '../../host/observe/history.ts';
import { OTHER, outcomeOf } from '../../host/observe/series.ts';
import { troubleOf } from './trouble-of.ts';

/** The seconds that are looked at. */
const POINTS_LOOKED_AT = 60;
/** Fewer requests tell nothing. */
const REQUESTS_MIN = 10;
const MOST = 0.5;
const NEARLY_ALL = 0.9;
/** The minutes whose errors are named: the last one has only just begun. */
const MINUTES_NAMED = 2;

const WHAT_TO_DO: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'Compare the key that they send with the one of the publisher.',
  FORBIDDEN:
    'Look whether access and publishers of the config, or the page Publishers, allow them.',
};

/** Requests that are at fault themselves, if they are most of the last minute. Limits and overload have their own words. */
export function refusedRequests(lately: Lately, points: readonly Point[]): Trouble | undefined {
  const last = points.slice(-POINTS_LOOKED_AT);
  const sum = (of: (point: Point) => number) => Math.round(last.reduce((n, p) => n + of(p), 0));
  const refused = sum(({ requests }) => requests.refused);
  const all = sum(({ requests }) => Object.values(requests).reduce((a, b) => a + b, 0));
  if (all < REQUESTS_MIN || refused <= all * MOST) return undefined;
  const many = refused >= all ? `all ${all}` : `${refused} of ${all}`;
  const { words: cause, code } = causeOf(lately);
  return troubleOf('requests-refused', {
    kind: refused >= all * NEARLY_ALL ? 'bad' : 'warn',
    what: `${many} requests of the last minute were refused${cause}`,
    advice: WHAT_TO_DO[code],
    page: 'auctions',
  });
}

/** The most frequent error of the last minutes, and the field that is wrong most often. */
function causeOf({ byMinute, layout }: Lately) {
  const minutes = byMinute.slice(-MINUTES_NAMED).map((cells) => reading(cells, layout));
  const most = (series: 'parley_refusals_total' | 'parley_refused_fields_total') => {
    const counts = new Map<string, number>();
    for (const { reason, count } of minutes.flatMap(({ byLast }) => byLast(series))) {
      counts.set(reason, (counts.get(reason) ?? 0) + count);
    }
    const names = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
    return { names, countOf: (name: string) => counts.get(name) ?? 0 };
  };
  const codes = most('parley_refusals_total');
  const code = codes.names.find((name) => outcomeOf(name) === 'refused') ?? '';
  const fields = most('parley_refused_fields_total');
  const [field = OTHER] = fields.names;
  // A field of few requests is not what is wrong with most of them.
  const isOfMost = field !== OTHER && fields.countOf(field) > codes.countOf(code) * MOST;
  const where = isOfMost ? ` at ${field}` : '';
  return { code, words: code === '' ? '' : `, most often with ${code}${where}` };
}
