import type { Message } from '@parley/kit';
import { createConversation } from '@parley/kit/element';
import { readEvents } from '@parley/kit/streams';
import { addMessage, addTurn, type Turn } from './view.ts';

/** The browser's side: sends the conversation, shows the answer as it comes, then the ad. */

const form = part('form', HTMLFormElement);
const field = part('#message', HTMLTextAreaElement);
const conversation = part('#conversation', HTMLOListElement);
const welcome = part('#welcome', HTMLElement);
const messages: Message[] = [];
/** Its random name, and which ads were drawn in it. */
const told = createConversation(document);

form.addEventListener('submit', (event) => {
  event.preventDefault();
  say(field.value.trim());
});
field.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});
welcome.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement) say(target.textContent ?? '');
});
let isDark = matchMedia('(prefers-color-scheme: dark)').matches;
part('#theme', HTMLButtonElement).addEventListener('click', () => {
  isDark = !isDark;
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
});
field.focus();

async function say(content: string): Promise<void> {
  if (content === '' || form.classList.contains('busy')) return;
  form.classList.add('busy');
  welcome.hidden = true;
  field.value = '';
  messages.push({ role: 'user', content });
  addMessage(conversation, content);
  const turn = addTurn(conversation);
  try {
    await listen(turn);
  } catch {
    turn.fail('The connection was lost. Please try again.');
  }
  form.classList.remove('busy');
  field.focus();
}

async function listen(turn: Turn): Promise<void> {
  const body = JSON.stringify({ messages, conversation: told });
  const response = await fetch('/chat', { method: 'POST', body });
  if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
  let answer = '';
  for await (const { event, data } of readEvents(response.body)) {
    const value = JSON.parse(data);
    if (event === 'text') {
      answer += value;
      turn.write(answer);
    }
    if (event === 'parley') turn.showAd(value);
    if (event === 'inspect') turn.explain(value);
  }
  turn.finish();
  messages.push({ role: 'assistant', content: answer });
}

function part<T extends Element>(selector: string, type: new () => T): T {
  const element = document.querySelector(selector);
  if (element instanceof type) return element;
  throw new Error(`the page has no ${selector}`);
}
