import { withoutTexts } from '../openrtb/request-texts.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import type { View } from '../privacy/protect.ts';
import { UNRESTRICTED_PERMISSION } from '../privacy/restriction.ts';
import type { Sensitive } from './find-sensitive.ts';
import type { ReadyPartner } from './solicit.ts';

/** For partners outside that privacy restricts: views without texts of special categories, which stay in here. */
export function hideSpecial(
  views: readonly View[],
  partners: readonly Pick<ReadyPartner, 'partner'>[],
  isSpecial: Sensitive['isSpecial'],
): readonly View[] {
  if (isSpecial === undefined) return views;
  // Partners with equal views go on sharing one.
  const hidden = new Map<ValidRequest, ValidRequest>();
  return views.map((view, index) => {
    const isInside = partners[index]?.partner.kind === 'local';
    if (isInside || view.permission === UNRESTRICTED_PERMISSION) return view;
    const request = hidden.get(view.request) ?? withoutTexts(view.request, isSpecial);
    hidden.set(view.request, request);
    return { ...view, request };
  });
}
