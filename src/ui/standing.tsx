import { sentence } from './format.ts';
import { WithTimes } from './zone.tsx';

type StandingProps = {
  readonly of: { readonly kind: 'good' | 'warn' | 'bad' | 'quiet'; readonly sentence: string };
};

/** What happens to something. The sign has a colour and a shape; the sentence says it all. */
export function Standing({ of: { kind, sentence: words } }: StandingProps) {
  return (
    <>
      <span class={`dot sign ${kind}`} aria-hidden="true" /> <WithTimes text={sentence(words)} />
    </>
  );
}
