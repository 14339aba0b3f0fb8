import { expect, test } from 'bun:test';
import { fill } from './fill.ts';

const PAGE = `# Keys

[table]: # (keys)

| Key | Default | Meaning |
| --- | ---: | --- |
| \`b\` | 1 | the second |
| \`gone\` | 1 | what was |

[table]: # (keys)

| Key | Default | Meaning |
| --- | ---: | --- |
| \`d\` | 1 | the last |

[text]: # (names)

old

[end]: # (names)
`;

test('rows are those of the code in its order, with what people have written of them; new ones are told', () => {
  const keys = ['b', 'c', 'd'].map((key) => ({ Key: `\`${key}\``, Default: '2' }));
  const { text, faults } = fill(PAGE, { keys, names: 'Ann and Bo' });
  expect(text).toBe(
    PAGE.replace('| `b` | 1 | the second |', '| `b` | 2 | the second |')
      .replace('| `gone` | 1 | what was |', '| `c` | 2 | |')
      .replace('| `d` | 1 |', '| `d` | 2 |')
      .replace('old', 'Ann and Bo'),
  );
  expect(faults).toEqual(['keys: Meaning of `c` is empty']);
});

test('a name that the code does not know, and a row in two tables, are told', () => {
  expect(fill(PAGE, {}).faults).toHaveLength(3);
  expect(fill(PAGE.replace('`gone`', '`d`'), { keys: [], names: '' }).faults).toHaveLength(1);
});
