import Type from 'typebox';
import { list } from '../fields.ts';
import { type Classified, classified, optional } from '../privacy-class.ts';
import { REQUEST_ITEMS_MAX } from '../size-limits.ts';
import { USER_GEO_CLASSES } from './device.ts';

const Segment = classified(
  { id: optional('user-data', Type.String()) },
  { name: ['user-data', 'label'], value: ['user-data', 'label'] },
);

const UserData = classified(
  {
    id: optional('user-data', Type.String()),
    name: optional('user-data', Type.String()),
    segment: optional('nested', list(Segment, REQUEST_ITEMS_MAX.segments)),
  },
  { ext: { segtax: ['user-data', 'code'] } },
);

/** `user.eids` and `user.ext.eids`. */
const EID_CLASSES: Classified = {
  source: ['id', 'label'],
  inserter: ['id', 'label'],
  matcher: ['id', 'label'],
  mm: ['id', 'code'],
  uids: { id: ['id', 'text'], atype: ['id', 'code'] },
};

const Consent = optional(['consent', 'consent'], Type.String());

export const User = classified(
  {
    id: optional('id', Type.String()),
    gender: optional('demographics', Type.Enum(['M', 'F', 'O'])),
    data: optional('nested', list(UserData, REQUEST_ITEMS_MAX.userData)),
    consent: Consent,
    ext: optional('nested', classified({ consent: Consent }, { eids: EID_CLASSES })),
  },
  {
    buyeruid: ['id', 'text'],
    customdata: ['id', 'text'],
    eids: EID_CLASSES,
    yob: ['demographics', 'year'],
    keywords: ['user-data', 'text'],
    kwarray: ['user-data', 'texts'],
    geo: USER_GEO_CLASSES,
  },
);
