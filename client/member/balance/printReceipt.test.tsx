/** A printed receipt is the receipt alone: what else is on the page, and its buttons, stay on the screen. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { Providers } from '../../shared/startup/Providers';
import { createTestClient } from '../../testing/testClient';
import type { Entry } from './entriesApi';
import { EntryReceipt } from './EntryReceipt';

Object.assign(globalThis, { looksAtStyles: true });
afterEach(cleanup);

const entry: Entry = {
  ...{ kind: 'money', id: 42, n: 3, at: 1_763_749_800, type: 'adjust' },
  ...{ amount: 5000, before: 12_000, after: 17_000, memo: 'A gift', receipt: 'K7QM-2XPD', reference: '' },
};

/** What the page hides when it is printed. */
function hiddenInPrint(): readonly Element[] {
  const rules = [...document.styleSheets].flatMap((styleSheet) => [...styleSheet.cssRules]);
  const printed = rules
    .filter((rule): rule is CSSMediaRule => rule instanceof CSSMediaRule && rule.media.mediaText === 'print')
    .flatMap((rule) => [...rule.cssRules].filter((one): one is CSSStyleRule => one instanceof CSSStyleRule));
  const hiding = printed.filter(({ style }) => style.getPropertyValue('display') === 'none');
  return hiding.flatMap(({ selectorText }) => [...document.querySelectorAll(selectorText)]);
}

it('leaves everything but the receipt to the screen', () => {
  const client = createTestClient({ realm: 'member' });
  render(
    <Providers client={client}>
      <p>History behind</p>
      <EntryReceipt entry={entry} isHidden={false} onClose={() => undefined} />
    </Providers>,
  );
  const hidden = hiddenInPrint();
  const prints = (element: Element) => !hidden.some((one) => one.contains(element));
  expect(prints(screen.getByText('History behind'))).toBe(false);
  for (const button of screen.getAllByRole('button')) expect(prints(button)).toBe(false);
  expect(prints(screen.getByRole('heading'))).toBe(true);
  expect(prints(screen.getByText('K7QM-2XPD'))).toBe(true);
  expect(prints(screen.getByText('A gift'))).toBe(true);
});
