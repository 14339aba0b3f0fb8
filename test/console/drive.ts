import type { Page } from 'playwright-core';

/** What people do on a page, by the words that they read there. */
export function drive(page: Page) {
  return {
    press: (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click(),
    follow: (name: string) => page.getByRole('link', { name, exact: true }).first().click(),
    fill: (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text),
    choose: (label: string, words: string) =>
      // A label around a list has the words of the list in it.
      page.getByLabel(new RegExp(`^${label}`)).selectOption({ label: words }),
    valueOf: (label: string) => page.getByLabel(label, { exact: true }).inputValue(),
    shows: (text: string | RegExp) => page.getByText(text).first().waitFor(),
    heading: (name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor(),
    countOf: (name: string) => page.getByRole('button', { name, exact: true }).count(),
  };
}
