import { Back } from '../../../../ui/back.tsx';
import { TypedField } from '../../../../ui/typed-field.tsx';
import { FillAgainstWeek } from '../../../accounts/page/publishers/fill.tsx';
import { auctionsHref, fillHref } from './filter.ts';

/** `#/auctions?compare=week`, of all publishers or of one. */
export function FillPage({ publisher }: { readonly publisher: string }) {
  return (
    <>
      <Back href={auctionsHref({ publisher })} to="Auctions" />
      <header class="page-head">
        <h1>Fill against the week before</h1>
        <p class="muted">{publisher === '' ? 'Of all publishers.' : `Of ${publisher}.`}</p>
      </header>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <TypedField
          label="Publisher"
          value={publisher}
          placeholder="All publishers"
          onChange={(next) => location.replace(fillHref(next))}
        />
      </form>
      <FillAgainstWeek publisher={publisher} key={publisher} />
    </>
  );
}
