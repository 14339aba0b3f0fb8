import { expect, test } from 'bun:test';
import { ALL_LISTS } from '../../src/sensitive/all-lists.ts';
import { createSensitiveMatcher } from '../../src/sensitive/matcher.ts';

const matcher = createSensitiveMatcher(ALL_LISTS);

/** The gravest topic of a message, with all classes on: `crisis/grief`. */
function topicOf(text: string): string | undefined {
  const classes = { crisis: true, health: true, legal: true, money: true, addiction: true };
  const match = matcher.find([text], classes, 'prose');
  return match && `${match.class}/${match.topic}`;
}

export function staysSensitive(topic: string, texts: readonly string[]): void {
  test.each(texts.map((text) => [text]))(`"%s" is ${topic}`, (text) => {
    expect(topicOf(text)).toBe(topic);
  });
}

export function staysPlain(texts: readonly string[]): void {
  test.each(texts.map((text) => [text]))('"%s" is not sensitive', (text) => {
    expect(topicOf(text)).toBeUndefined();
  });
}
