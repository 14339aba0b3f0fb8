/**
 * The data to withhold, by group of fields. The levels are numbers: the union of two rules takes the higher level of
 * each group, so a further signal can only withhold more.
 */
export type Restriction = {
  /** 1: the partner is not asked at all. */
  readonly call: 0 | 1;
  /** 1: no identifiers. */
  readonly ids: 0 | 1;
  /** 1: no year of birth and gender; 2: no data about the user at all. */
  readonly userData: 0 | 1 | 2;
  /** 1: the network of the IP address only. */
  readonly address: 0 | 1;
  /** 1: two decimals; 2: also no city, metro and zip; 3: also no coordinates. */
  readonly geo: 0 | 1 | 2 | 3;
  /** 1: no audience data of the conversation either. */
  readonly audience: 0 | 1;
};

export const UNRESTRICTED: Restriction = {
  call: 0,
  ids: 0,
  userData: 0,
  address: 0,
  geo: 0,
  audience: 0,
};

/** What each group of fields has. */
export const WITHHELD_WORDS: Readonly<Record<string, string>> = {
  ids: 'identifiers',
  userData: 'data about the person',
  address: 'the exact IP address',
  geo: 'the exact location',
  audience: 'audience data of the conversation',
};

type RestrictedField = keyof Restriction;

export const RESTRICTED_FIELDS = Object.keys(UNRESTRICTED) as readonly RestrictedField[];

/** A restriction and the name of the rule that requires it. */
export type Ruling = { readonly rule: string; readonly restriction: Partial<Restriction> };

/** The restriction of one partner, and for each withheld group the rule that decided it. */
export type Permission = {
  readonly restriction: Restriction;
  readonly decidedBy: Readonly<Partial<Record<RestrictedField, string>>>;
};

export const UNRESTRICTED_PERMISSION: Permission = { restriction: UNRESTRICTED, decidedBy: {} };

/** The permission with further rulings. Of equally strict ones, the first is named. */
export function unite(permission: Permission, rulings: readonly Ruling[]): Permission {
  if (rulings.length === 0) return permission;
  const restriction: Record<RestrictedField, number> = { ...permission.restriction };
  const decidedBy: Partial<Record<RestrictedField, string>> = { ...permission.decidedBy };
  for (const { rule, restriction: wanted } of rulings) {
    for (const field of RESTRICTED_FIELDS) {
      const level = wanted[field] ?? 0;
      if (level <= restriction[field]) continue;
      restriction[field] = level;
      decidedBy[field] = rule;
    }
  }
  // Every level came from a Partial<Restriction>, so the record is a Restriction.
  return { restriction: restriction as Restriction, decidedBy };
}
