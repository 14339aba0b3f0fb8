import Type from 'typebox';
import { list } from '../../openrtb/fields.ts';
import { ANSWER_ITEMS_MAX, BID_CHARACTERS_MAX } from '../../openrtb/size-limits.ts';

/** A DSP's answer: only what the auction reads is declared, and each bid is read by itself. */

const Text = Type.Optional(Type.String());
const Name = Type.String({ maxLength: BID_CHARACTERS_MAX.name });
const OptionalName = Type.Optional(Name);
const NoticeUrl = Type.Optional(Type.String({ maxLength: BID_CHARACTERS_MAX.noticeUrl }));
const Whole = Type.Optional(Type.Integer());

/** The bidder's information under the Digital Services Act, of which the types are held. */
const Dsa = Type.Object({
  behalf: Text,
  paid: Text,
  adrender: Whole,
  transparency: Type.Optional(
    list(
      Type.Object({
        domain: Text,
        dsaparams: Type.Optional(list(Type.Integer(), ANSWER_ITEMS_MAX.transparency)),
      }),
      ANSWER_ITEMS_MAX.transparency,
    ),
  ),
});

export const BidSchema = Type.Object({
  id: Name,
  impid: Name,
  price: Type.Number(),
  adm: Text,
  adomain: Type.Optional(list(Type.String(), ANSWER_ITEMS_MAX.domains)),
  crid: OptionalName,
  cid: OptionalName,
  cat: Type.Optional(list(Type.String(), ANSWER_ITEMS_MAX.categories)),
  cattax: Whole,
  attr: Type.Optional(list(Type.Integer(), ANSWER_ITEMS_MAX.attributes)),
  language: OptionalName,
  bundle: OptionalName,
  dealid: OptionalName,
  mtype: Whole,
  exp: Whole,
  nurl: NoticeUrl,
  burl: NoticeUrl,
  lurl: NoticeUrl,
  adid: OptionalName,
  ext: Type.Optional(Type.Object({ dsa: Type.Optional(Dsa) })),
});

export const ResponseSchema = Type.Object({
  id: Text,
  cur: OptionalName,
  nbr: Whole,
  seatbid: Type.Optional(
    list(
      Type.Object({
        seat: OptionalName,
        group: Whole,
        bid: Type.Optional(list(Type.Unknown(), ANSWER_ITEMS_MAX.bids)),
      }),
      ANSWER_ITEMS_MAX.seatBids,
    ),
  ),
});
