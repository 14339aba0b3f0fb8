import { useKept } from './kept.ts';

/** Kept until the console is closed, for the pages that send requests. */
export function usePublisherKey() {
  const [key, change] = useKept('publisher-key', () => '');
  return [key.trim(), (next: string) => change(() => next)] as const;
}

type Props = { readonly value: string; readonly onValue: (key: string) => void };

/** The key of a publisher that has to show one. */
export function PublisherKeyField({ value, onValue }: Props) {
  return (
    <label>
      Publisher’s key{' '}
      <input
        class="small"
        type="password"
        autocomplete="off"
        value={value}
        placeholder="none"
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </label>
  );
}
