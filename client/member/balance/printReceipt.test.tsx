/** Printing a receipt prints neither the rest of the page nor the buttons. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { Providers } from '../../shared/startup/Providers';
import { createTestClient } from '../../testing/testClient';
import type { Entry } from './entriesApi';
import { EntryReceipt } from './EntryReceipt';

Object.assign(globalThis, { looksAtStyles: true });
afterEach(cleanup);

const entry: Entry = {
  kind: 'money',
  id: 42,
  n: 3,
  at: 1_763_749_800,
  type: 'adjust',
  amount: 5000,
  before: 12_000,
  after: 17_000,
  memo: 'A gift',
  receipt: 'K7QM-2XPD',
  reference: '',
};

/** The elements that the print style sheet hides. */
function elementsHiddenInPrint(): readonly Element[] {
  const rules = [...document.styleSheets].flatMap((styleSheet) => [...styleSheet.cssRules]);
  const printed = rules
    .filter((rule): rule is CSSMediaRule => rule instanceof CSSMediaRule && rule.media.mediaText === 'print')
    .flatMap((rule) => [...rule.cssRules].filter((one): one is CSSStyleRule => one instanceof CSSStyleRule));
  const hiding = printed.filter(({ style }) => style.getPropertyValue('display') === 'none');
  return hiding.flatMap(({ selectorText }) => [...document.querySelectorAll(selectorText)]);
}

it('prints the receipt only', () => {
  const client = createTestClient({ realm: 'member' });
  render(
    <Providers client={client}>
      <p>History behind</p>
      <EntryReceipt entry={entry} isHidden={false} onClose={() => undefined} />
    </Providers>,
  );
  const hidden = elementsHiddenInPrint();
  const isPrinted = (element: Element) => !hidden.some((one) => one.contains(element));
  expect(isPrinted(screen.getByText('History behind'))).toBe(false);
  for (const button of screen.getAllByRole('button')) expect(isPrinted(button)).toBe(false);
  expect(isPrinted(screen.getByRole('heading'))).toBe(true);
  expect(isPrinted(screen.getByText('K7QM-2XPD'))).toBe(true);
  expect(isPrinted(screen.getByText('A gift'))).toBe(true);
});
