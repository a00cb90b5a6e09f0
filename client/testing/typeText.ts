/** Enters text by pasting, for tests that are not about single keys: typing renders the screen once per key. */
import { act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Appends a text to the value of a field. */
export async function write(field: HTMLElement, text: string): Promise<void> {
  act(() => field.focus());
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    field.setSelectionRange(field.value.length, field.value.length);
  await userEvent.paste(text);
}
/** Replaces the value of a field. */
export async function rewrite(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.paste(text);
}
