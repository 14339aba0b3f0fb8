import Type from 'typebox';
import { list } from '../fields.ts';
import { type Classified, classified } from '../privacy-class.ts';
import { REQUEST_ITEMS_MAX } from '../size-limits.ts';
import { GEO_CLASSES } from './device.ts';

const Segment = classified(
  { id: Type.Optional(Type.String()) },
  { id: 'user-data', name: 'user-data', value: 'user-data' },
);

const UserData = classified(
  {
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    segment: Type.Optional(list(Segment, REQUEST_ITEMS_MAX.segments)),
  },
  { id: 'user-data', name: 'user-data', segment: 'nested', ext: { segtax: 'user-data' } },
);

/** `user.eids` and `user.ext.eids`. */
const EID_CLASSES: Classified = {
  source: 'id',
  inserter: 'id',
  matcher: 'id',
  mm: 'id',
  uids: { id: 'id', atype: 'id' },
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
        { consent: 'consent', eids: EID_CLASSES },
      ),
    ),
  },
  {
    id: 'id',
    gender: 'demographics',
    data: 'nested',
    consent: 'consent',
    ext: 'nested',
    buyeruid: 'id',
    customdata: 'id',
    eids: EID_CLASSES,
    yob: 'demographics',
    keywords: 'user-data',
    kwarray: 'user-data',
    geo: GEO_CLASSES,
  },
);
