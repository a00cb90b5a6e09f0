/** Toasts: those that stay, and those that newer ones replace. */
import { describe, expect, it } from '@jest/globals';
import { createToasts } from './toasts';

const undoAction = { label: 'Undo', run: () => undefined, undoes: true } as const;

describe('createToasts', () => {
  it('the list keeps toasts with details, and still shows the newest one', () => {
    const toasts = createToasts();
    const texts = () => toasts.list().map(({ text }) => text);
    toasts.show('warning', 'Not saved', undefined, undefined, ['What was typed']);
    for (const text of ['one', 'two', 'three']) toasts.show('info', text);
    expect(texts()).toEqual(['Not saved', 'two', 'three']);
    for (const text of ['a', 'b', 'c']) toasts.show('warning', text, undefined, undefined, [text]);
    toasts.show('info', 'four');
    expect(texts()).toEqual(['Not saved', 'a', 'b', 'c', 'four']);
  });

  it('the list keeps two toasts with equal text and different keys, each with its own undo', () => {
    const toasts = createToasts();
    toasts.show('success', 'Saved', undoAction, 'c1');
    toasts.show('success', 'Saved', undoAction, 'c2');
    expect(toasts.list().map(({ key }) => key)).toEqual(['c1', 'c2']);
    toasts.show('success', 'Undone', undoAction, 'c2');
    toasts.show('info', 'Plain');
    toasts.show('info', 'Plain');
    expect(toasts.list().map(({ text }) => text)).toEqual(['Saved', 'Undone', 'Plain']);
  });

  it('a toast shows the further lines of a text as details, and no blank text', () => {
    const toasts = createToasts();
    toasts.show('error', 'Server internal error!\nRequest ID: f00d');
    toasts.show('error', 'Not deleted\nRequest ID: f00d', undefined, undefined, ['Used by Ann']);
    toasts.show('error', ' ');
    expect(toasts.list()).toMatchObject([
      { text: 'Server internal error!', details: ['Request ID: f00d'] },
      { text: 'Not deleted', details: ['Request ID: f00d', 'Used by Ann'] },
    ]);
    expect(toasts.list()).toHaveLength(2);
    toasts.show('info', 'Plain');
    expect(toasts.list().at(-1)).not.toHaveProperty('lines');
  });
});
