import type { TargetedSubmitEvent } from 'preact';

/** The search box: any request by its id, refused ones included. */
export function FindRequest() {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const id = String(new FormData(event.currentTarget).get('id') ?? '').trim();
    if (id !== '') location.hash = `#/auctions/${encodeURIComponent(id)}`;
  };
  return (
    <form class="filters" onSubmit={submit}>
      <label>
        Request id{' '}
        <input type="search" name="id" size={36} placeholder="X-Request-Id, or error.request_id" />
      </label>
      <button type="submit">Find</button>
    </form>
  );
}
