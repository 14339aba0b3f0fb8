import type { Report } from '../load/job.ts';
import { median, medianRatio, notesOn, present, rateOf, sum } from '../measure/figures.ts';
import { type Case, measureInRounds } from '../measure/rounds.ts';
import { bodiesOf } from '../requests.ts';
import type { Figures, Row } from '../rows.ts';
import { type Server, startEcho, startInProcess } from '../servers.ts';
import type { Scenario } from './scenario.ts';

const SHARES = [0.25, 0.5, 0.75, 0.9];
const RATE_WANTED = 10_000;

/** Above this share of the capacity, a queue grows without end and its length is all that would be measured. */
const CAPACITY_SHARE_MAX = 0.95;

/** A generator that is later than this measures itself. */
const SENT_LATE_MS_MAX = 2;

/** How long answers take when requests come at a rate of their own. */
export const latency: Scenario = {
  summary: 'latency at 25, 50, 75 and 90 % of capacity and at 10,000/s, one worker',
  async run(pace) {
    const bodies = bodiesOf();
    const echo = await startEcho();
    const parley = await startInProcess({ workers: 1 });
    const [full = []] = await measureInRounds([{ server: parley, bodies }], pace);
    const capacity = Math.max(1, median(full.map(rateOf)) ?? 1);

    const points = SHARES.map((share) => ({ name: `${share * 100} %`, rate: capacity * share }));
    const isWithinReach = RATE_WANTED <= capacity * CAPACITY_SHARE_MAX;
    if (isWithinReach) points.push({ name: 'wanted', rate: RATE_WANTED });

    const at = (server: Server): readonly Case[] =>
      points.map(({ rate }) => ({ server, bodies, ratePerSecond: Math.round(rate) }));
    const cases = [at(parley), at(echo)];
    const reports = await measureInRounds(interleave(cases), pace);

    const rows = points.map(({ name, rate }, place): Row => {
      const own = reports[2 * place] ?? [];
      const bare = reports[2 * place + 1] ?? [];
      return {
        scenario: 'latency',
        name: `${name}: ${Math.round(rate).toLocaleString('en')}/s`,
        figures: {
          ...latencyFigures(own),
          ...present({ p99ToEcho: medianRatio(own, bare, p99Of) }),
        },
        notes: latencyNotes(own),
      };
    });
    const capacityRow: Row = {
      scenario: 'latency',
      name: 'capacity (closed loop)',
      figures: { perSecond: capacity },
      notes: [
        ...notesOn(full, 1),
        ...(isWithinReach
          ? []
          : [`${RATE_WANTED}/s is beyond what this machine can do with one worker`]),
      ],
    };
    return [capacityRow, ...rows];
  },
};

function interleave([first = [], second = []]: readonly (readonly Case[])[]): readonly Case[] {
  return first.flatMap((one, place) => [one, second[place]].filter((item) => item !== undefined));
}

const p99Of = ({ latency }: Report): number => latency.p99Ms;

function latencyFigures(reports: readonly Report[]): Figures {
  const of = (name: keyof Report['latency']) => median(reports.map(({ latency }) => latency[name]));
  return present({
    perSecond: median(reports.map(rateOf)),
    p50Ms: of('p50Ms'),
    p90Ms: of('p90Ms'),
    p99Ms: of('p99Ms'),
    p999Ms: of('p999Ms'),
    maxMs: of('maxMs'),
  });
}

function latencyNotes(reports: readonly Report[]): readonly string[] {
  const late = median(reports.map(({ sentLateMsP99 }) => sentLateMsP99)) ?? 0;
  const unanswered = sum(reports.map((report) => report.unanswered));
  return [
    ...(late > SENT_LATE_MS_MAX
      ? [`no room: requests left up to ${late.toFixed(1)} ms late (p99), which is in the figures`]
      : []),
    ...(unanswered > 0 ? [`${unanswered} requests were not answered in time`] : []),
  ];
}
