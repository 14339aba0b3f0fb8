import { expect, test } from 'bun:test';
import { withoutSecrets } from './preview.ts';

test('a quoted text has no user, password, query or fragment, whatever URL it is', () => {
  for (const [text, quoted] of [
    ['https://user:pw@chat.example/talk?token=1#top', 'https://…@chat.example/talk…'],
    ['//user:pw@chat.example', '…@chat.example'],
    ['https://user:p?w@chat.example', 'https://…'],
    ['user:p#w@chat.example', '…'],
    ['user:pw@chat.example/talk', '…@chat.example/talk'],
    ['https://user:p/w@chat.example/', 'https://…@chat.example/'],
    ['https:\\\\user:pw@chat.example', 'https:\\\\…@chat.example'],
    ['HTTP://a;b@chat.example/a?b=c', 'HTTP://…@chat.example/a…'],
    ['https://a@b@chat.example', 'https://…@chat.example'],
    ['mailto:jane@chat.example', '…@chat.example'],
    ['jane@chat.example', '…@chat.example'],
    ['chat.example/a?email=jane@chat.example', 'chat.example/a…'],
    ['https://chat.example/a;jsessionid=1/b', 'https://chat.example/a…'],
    ['/a#access_token=1', '/a…'],
    ...['text/html; charset=utf-8', 'many', 'localhost:3000', ''].map((plain) => [plain, plain]),
  ] as const) {
    expect([text, withoutSecrets(text ?? '')]).toEqual([text, quoted]);
  }
});
