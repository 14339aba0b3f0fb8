import { shortened } from '../../lib/shortened.ts';
import { PARTNER, PUBLISHER } from '../../store/account-kinds.ts';
import type { Records } from '../../store/records.ts';

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

const CURRENCY_USUAL = 'USD';

export type AccountTerms = {
  /** The agreed currency. Whoever is not named has the usual one. */
  readonly currencyOf: (account: StatementAccount) => string;
  /** Whether the config or the store has it, or the store had it. */
  readonly isNamed: (account: StatementAccount) => boolean;
};

/** Also of those that were removed from the store: what they are owed or owe is still to be stated. */
export function accountTerms(records: Pick<Records, 'ever'>): AccountTerms {
  const publishers = records.ever(PUBLISHER).map(({ definition }) => definition);
  const partners = records.ever(PARTNER).map(({ definition }) => definition);
  const currencies = {
    publisher: new Map(publishers.map(({ id, currency }) => [shortened(id), currency])),
    partner: new Map(partners.map(({ name, currency }) => [shortened(name), currency])),
  };
  return {
    currencyOf: ({ side, name }) => currencies[side].get(name) ?? CURRENCY_USUAL,
    isNamed: ({ side, name }) => currencies[side].has(name),
  };
}
