import type { ComponentChildren } from 'preact';

type PairsProps = {
  readonly pairs: readonly (readonly [name: string, value: ComponentChildren])[];
  readonly kind?: string;
};

/** Names, each with its value. */
export function Pairs({ pairs, kind = '' }: PairsProps) {
  return (
    <table class={`pairs ${kind}`}>
      <tbody>
        {pairs.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
