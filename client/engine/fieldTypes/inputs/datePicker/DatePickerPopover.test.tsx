/** The picker of dates and times. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { openScreen, type Screen } from '../../../../testing/screenHarness';
import { MaskedDateInput, MaskedDateTimeInput } from '../maskedDateInputs';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const INPUTS = { day: MaskedDateInput, instant: MaskedDateTimeInput } as const;
function Form({ name, initial }: { readonly name: keyof typeof INPUTS; readonly initial: string }) {
  const [text, setText] = useState(initial);
  const Input = INPUTS[name];
  return <Input id="x" describedBy={undefined} disabled={false} invalid={false} value={text} onTextChange={setText} />;
}
async function openPicker(name: keyof typeof INPUTS, initial: string) {
  rendered = await openScreen(<Form name={name} initial={initial} />, { respond: () => undefined });
  await userEvent.click(screen.getByRole('button', { name: 'Pick a date' }));
  return within(await screen.findByRole('dialog', { name: 'Pick a date' }));
}
const shown = () => screen.getByPlaceholderText<HTMLInputElement>(/^2026-01-31/).value;

it('a picked day is in the field at once and closes the picker', async () => {
  const picker = await openPicker('day', '2026-12-24');
  expect(picker.getByRole('grid', { name: 'December 2026' })).toBeVisible();
  await userEvent.click(picker.getByRole('button', { name: 'Next month' }));
  await userEvent.click(picker.getByRole('button', { name: 'Friday, January 15, 2027' }));
  expect(shown()).toBe('2027-01-15');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a picked day keeps the time, and the time is picked beside it', async () => {
  const picker = await openPicker('instant', '2026-12-24 09:30:00');
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}{Enter}');
  expect(shown()).toBe('2026-12-30 09:30:00');
  await userEvent.click(picker.getByRole('combobox', { name: 'Hour' }));
  await userEvent.click(await screen.findByRole('option', { name: '18' }));
  expect(shown()).toBe('2026-12-30 18:30:00');
  await userEvent.click(picker.getByRole('button', { name: 'Clear' }));
  expect(shown()).toBe('');
});

it('PageDown moves to the last day of a shorter month', async () => {
  await openPicker('day', '2026-01-31');
  await userEvent.keyboard('{PageDown}{Enter}');
  expect(shown()).toBe('2026-02-28');
});
