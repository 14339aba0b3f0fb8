import { fieldOf, isObject, type JsonObject } from '../../lib/schema-fault.ts';
import { CONVERSATION_CHARACTERS_MAX, hashedName } from '../openrtb/request/conversation.ts';
import { REQUEST_ITEMS_MAX } from '../openrtb/size-limits.ts';
import { inOrder, type RequestRepair, repairField, withoutField } from './repair.ts';
import { STRICT } from './strict.ts';

/** Repairs of `ext.parley` (ruling 76): what cannot be read names no conversation, and is no reason to show no ad. */

const SHOWN_MAX = REQUEST_ITEMS_MAX.shown;

export const CONVERSATION_REPAIRS: readonly RequestRepair[] = [
  {
    name: 'conversation-read',
    description: `An \`ext.parley.conversation\` that is a whole number is read as a text, and of one of more than ${CONVERSATION_CHARACTERS_MAX} characters a hash is used.`,
    apply: repairField('ext.parley.conversation', (name) => {
      if (Number.isSafeInteger(name)) {
        return { value: String(name), reason: 'expected a text, but got a number' };
      }
      if (typeof name !== 'string' || STRICT.conversation.Check(name) || name === '') {
        return undefined;
      }
      return {
        value: hashedName(name),
        reason: `expected at most ${CONVERSATION_CHARACTERS_MAX} characters; a hash is used`,
      };
    }),
  },
  {
    name: 'conversation-ignored',
    description:
      'An `ext.parley` that is no object is ignored, and so is an `ext.parley.conversation` that is neither a text nor a whole number, or is empty.',
    apply: inOrder(
      repairField('ext.parley', (extension) =>
        isObject(extension) ? undefined : { value: undefined, reason: 'expected an object' },
      ),
      repairField('ext.parley.conversation', (name) =>
        STRICT.conversation.Check(name)
          ? undefined
          : { value: undefined, reason: 'expected a text that names the conversation' },
      ),
    ),
  },
  {
    name: 'shown-repaired',
    description: `Of \`ext.parley.shown\` the last ${SHOWN_MAX} entries are kept. Entries without a \`domain\` are left out, a \`cid\`, \`secondsAgo\` or \`again\` that is none is ignored, and so is what is no list.`,
    apply: repairField('ext.parley.shown', (shown) => {
      if (!Array.isArray(shown)) return { value: undefined, reason: 'expected a list' };
      const isWhole = shown.every((ad) => isReadable(ad) && faultsOf(ad).length === 0);
      if (isWhole && shown.length <= SHOWN_MAX) return undefined;
      const value = shown.slice(-SHOWN_MAX).flatMap(readableAd);
      const reason = `${value.length} of ${shown.length} entries are kept, with what is readable of them`;
      return { value, reason };
    }),
  },
];

/** The members that may be absent. Null is absent too. */
const OPTIONAL = {
  cid: STRICT.shownCampaign,
  secondsAgo: STRICT.secondsAgo,
  again: STRICT.shownAgain,
} as const;

function faultsOf(ad: JsonObject): readonly string[] {
  return Object.entries(OPTIONAL).flatMap(([name, strict]) => {
    const value = fieldOf(ad, name) ?? undefined;
    return value === undefined || strict.Check(value) ? [] : [name];
  });
}

function isReadable(ad: unknown): ad is JsonObject {
  return isObject(ad) && STRICT.shownDomain.Check(fieldOf(ad, 'domain'));
}

function readableAd(ad: unknown): readonly JsonObject[] {
  return isReadable(ad) ? [faultsOf(ad).reduce<JsonObject>(withoutField, ad)] : [];
}
