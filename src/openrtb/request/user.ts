import Type from 'typebox';
import { list } from '../fields.ts';
import { type Classified, classified } from '../privacy-class.ts';
import { REQUEST_ITEMS_MAX } from '../size-limits.ts';
import { GEO_CLASSES } from './device.ts';

const Segment = classified(
  { id: Type.Optional(Type.String()) },
  { id: 'user-data', name: ['user-data', 'label'], value: ['user-data', 'label'] },
);

const UserData = classified(
  {
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    segment: Type.Optional(list(Segment, REQUEST_ITEMS_MAX.segments)),
  },
  { id: 'user-data', name: 'user-data', segment: 'nested', ext: { segtax: ['user-data', 'code'] } },
);

/** `user.eids` and `user.ext.eids`. */
const EID_CLASSES: Classified = {
  source: ['id', 'label'],
  inserter: ['id', 'label'],
  matcher: ['id', 'label'],
  mm: ['id', 'code'],
  uids: { id: ['id', 'text'], atype: ['id', 'code'] },
};

export const User = classified(
  {
    id: Type.Optional(Type.String()),
    gender: Type.Optional(Type.Enum(['M', 'F', 'O'])),
    data: Type.Optional(list(UserData, REQUEST_ITEMS_MAX.userData)),
    consent: Type.Optional(Type.String()),
    ext: Type.Optional(
      classified(
        { consent: Type.Optional(Type.String()) },
        { consent: ['consent', 'consent'], eids: EID_CLASSES },
      ),
    ),
  },
  {
    id: 'id',
    gender: 'demographics',
    data: 'nested',
    consent: ['consent', 'consent'],
    ext: 'nested',
    buyeruid: ['id', 'text'],
    customdata: ['id', 'text'],
    eids: EID_CLASSES,
    yob: ['demographics', 'year'],
    keywords: ['user-data', 'text'],
    kwarray: ['user-data', 'texts'],
    geo: GEO_CLASSES,
  },
);
