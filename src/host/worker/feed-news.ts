import type { FeedLine } from '../../store/feed/feed.ts';

/** The last line of each thing that several lines are about. */
export type FeedNews = ReturnType<typeof newsOf>;

type LineOf<Kind extends FeedLine['kind']> = Extract<FeedLine, { readonly kind: Kind }>;

export function newsOf(lines: readonly FeedLine[]) {
  const last = new Map<string, FeedLine>();
  for (const line of lines) last.set(`${line.kind}/${nameIn(line)}`, line);
  const of = <Kind extends FeedLine['kind']>(kind: Kind): readonly LineOf<Kind>[] =>
    [...last.values()].filter((line): line is LineOf<Kind> => line.kind === kind);
  return {
    campaigns: of('campaign'),
    rates: of('rates'),
    publishers: of('publisher'),
    partners: of('partner'),
    held: of('held'),
    /** undefined: nothing is said of it, and it stays as it was. */
    blocked: of('blocked')[0],
    /** Whether all of the store is known from here on. */
    isWhole: of('whole').length > 0,
  };
}

function nameIn(line: FeedLine): string {
  switch (line.kind) {
    case 'campaign':
      return `${line.partner}/${line.campaign}`;
    case 'rates':
      return `${line.partner}/${line.name}`;
    case 'publisher':
      return line.id;
    case 'partner':
      return line.name;
    case 'held':
      return line.publisher;
    default:
      return '';
  }
}
