import { useKept } from './kept.ts';

/** Kept until the console is closed, for the pages that send requests. */
export function usePublisherKey() {
  const [key, setKey] = useKept<string>('publisher-key', () => '');
  return [key.trim(), setKey] as const;
}

type PublisherKeyProps = { readonly value: string; readonly onValue: (key: string) => void };

/** The key of a publisher that has to show one. */
export function PublisherKeyField({ value, onValue }: PublisherKeyProps) {
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
