import type { Breach } from '../../demand/campaigns/contradictions.ts';
import { KEY_USED_REASON, type RefusedChange } from '../../store/refused-change.ts';

const KINDS = {
  exists: [409, 'ALREADY_EXISTS', 'Already there'],
  'not-allowed': [409, 'NOT_ALLOWED', 'Not allowed in this state'],
  stale: [412, 'CHANGED_MEANWHILE', 'Changed meanwhile'],
  'campaign-faults': [422, 'INVALID_CAMPAIGN', 'Not a valid campaign'],
  'publisher-faults': [422, 'INVALID_PUBLISHER', 'Not a valid publisher'],
  'advertiser-faults': [422, 'INVALID_ADVERTISER', 'Not a valid advertiser'],
  'partner-faults': [422, 'INVALID_PARTNER', 'Not a valid partner'],
  'buyer-faults': [422, 'INVALID_BUYER', 'Not a valid buyer'],
  'product-faults': [422, 'INVALID_PRODUCT', 'Not a valid product'],
  'other-call': [422, 'KEY_USED', 'Idempotency key used for another call'],
  unconditional: [428, 'IF_MATCH_REQUIRED', 'If-Match required'],
  'too-many': [429, 'TOO_MANY_CHANGES', 'Too many changes'],
  'not-served': [503, 'NOT_SERVED_YET', 'Stored, and not served by this machine yet'],
  unavailable: [503, 'DATABASE_UNAVAILABLE', 'Database unavailable'],
} as const;

/** Why the admin port does not make a change. Its codes are not those of the public port. */
export class ChangeRefusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: { readonly reason: string; readonly faults?: ReturnType<typeof fieldFaults> };

  constructor(kind: keyof typeof KINDS, reason: string, faults?: readonly Breach[]) {
    [this.status, this.code, this.message] = KINDS[kind];
    this.details = { reason, ...(faults && { faults: fieldFaults(faults) }) };
  }
}

/** Every fault, with the path of its field. */
export function fieldFaults(faults: readonly Breach[]) {
  return faults.map(({ path, reason }) => ({ field: path, reason }));
}

type RefusedWrite = Exclude<RefusedChange<unknown>, { readonly kind: 'not-found' | 'done' }>;

/** What people call a record of the store. */
export type RecordNoun = 'campaign' | 'publisher' | 'partner' | 'advertiser' | 'buyer' | 'product';

export function changeRefusal(refused: RefusedWrite, noun: RecordNoun): ChangeRefusal {
  const reason = reasonOf(refused, noun);
  if (refused.kind !== 'faults') return new ChangeRefusal(refused.kind, reason);
  return new ChangeRefusal(`${noun}-faults`, reason, refused.faults);
}

const TAKEN: Readonly<Record<RecordNoun, string>> = {
  campaign: 'a campaign of this partner has this id already',
  publisher: 'a publisher has this id already',
  partner: 'a partner has this name already',
  advertiser: 'an advertiser has this domain already',
  buyer: 'a buyer has this id already',
  product: 'a product has this id already',
};

function reasonOf(refused: RefusedWrite, noun: RecordNoun): string {
  switch (refused.kind) {
    case 'exists':
      return TAKEN[noun];
    case 'stale':
      return `${refused.changedBy} has changed it meanwhile: it is at revision ${refused.revision} now`;
    case 'not-allowed':
      return refused.reason;
    case 'not-served':
      return `the change is stored, but the workers of this machine could not be told (${refused.reason}): it tries again every second`;
    case 'other-call':
      return KEY_USED_REASON;
    case 'faults': {
      const { length } = refused.faults;
      return length === 1 ? 'one field is wrong' : `${length} fields are wrong`;
    }
  }
}
