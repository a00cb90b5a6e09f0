/** Writing where the single keys are not what is looked at: a screen is drawn for every one of them. */
import { act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Puts a text behind what a field holds, at once. */
export async function write(field: HTMLElement, text: string): Promise<void> {
  act(() => field.focus());
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    field.setSelectionRange(field.value.length, field.value.length);
  await userEvent.paste(text);
}
/** Puts a text in the place of what a field holds. */
export async function rewrite(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.paste(text);
}
