import { perObject } from '../lib/lookup.ts';
import { shortened } from '../lib/shortened.ts';

/** Whom a statement is for: a publisher is owed, a partner owes. */
export const SIDES = ['publisher', 'partner'] as const;

export type StatementSide = (typeof SIDES)[number];

/** The columns of the counts that a side's statements are made of, and what they break their sums down by. */
export const OF_SIDE = {
  publisher: { money: 'earned_nanos', detail: 'format' },
  partner: { money: 'spend_nanos', detail: 'campaign' },
} as const satisfies Readonly<Record<StatementSide, object>>;

export type StatementAccount = {
  readonly side: StatementSide;
  /** As the ledger has it: long ids are shortened. */
  readonly name: string;
};

/** As callers name it. */
export type NamedAccount = { readonly publisher: string } | { readonly partner: string };

export function accountOf(named: NamedAccount): StatementAccount {
  return 'publisher' in named
    ? { side: 'publisher', name: shortened(named.publisher) }
    : { side: 'partner', name: shortened(named.partner) };
}

export function accountWords({ side, name }: StatementAccount): string {
  return name === '' ? `sales without a ${side}` : `${side} ${name}`;
}

/** What the config says of statements. */
type StatementConfig = {
  readonly publishers: readonly { readonly id: string; readonly currency?: string | undefined }[];
  readonly partners: readonly { readonly name: string; readonly currency?: string | undefined }[];
};

const CURRENCY_USUAL = 'USD';

/** The agreed currency. Whoever the config does not name has the usual one. */
export function currencyOf(config: StatementConfig, { side, name }: StatementAccount): string {
  const named =
    side === 'publisher' ? ofPublishers(config.publishers) : ofPartners(config.partners);
  return named.get(name) ?? CURRENCY_USUAL;
}

const ofPublishers = perObject(
  (all: StatementConfig['publishers']) =>
    new Map(all.map(({ id, currency = CURRENCY_USUAL }) => [shortened(id), currency])),
);
const ofPartners = perObject(
  (all: StatementConfig['partners']) =>
    new Map(all.map(({ name, currency = CURRENCY_USUAL }) => [shortened(name), currency])),
);
