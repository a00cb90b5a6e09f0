/** The rich text input: values in and out, and the fallback when its editor cannot be loaded. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { Json } from '../../../common/entity/field';
import { getColumns } from '../../../common/entity/columns';
import { siteUpdated } from '../../shared/store/siteSettings';
import { createListResponse, openScreen, thing, type Screen } from '../../testing/screenHarness';
import { RichTextEditor } from '../richText/RichTextEditor';
import { sanitizeHtml } from '../richText/sanitizeHtml';
import { RichTextInput } from './RichText';

// jsdom has no layout, but the editor asks for the caret position
const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0, x: 0, y: 0, toJSON: () => null };
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => NOWHERE;

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
  rendered = undefined;
});
const column = [...getColumns(thing).values()].find(({ kind }) => kind === 'rich_text');

const present = () => Promise.resolve({ RichTextEditor });
const missing = () => Promise.reject(new Error('no such chunk'));
async function show(start: string, load: typeof present, onChangeSpy = jest.fn<(value: Json) => void>()) {
  const set: { value: (next: Json) => void } = { value: () => undefined };
  function Field() {
    const [value, setValue] = useState<Json>(start);
    set.value = setValue;
    const onChange = (next: Json) => {
      onChangeSpy(next);
      setValue(next);
    };
    const names = { id: 'field', labelId: 'field-label', label: 'Content', describedBy: undefined };
    if (column === undefined) return null;
    return (
      <>
        <label id="field-label" htmlFor="field">
          Content
        </label>
        <RichTextInput
          entity={thing}
          column={column}
          value={value}
          onChange={onChange}
          load={load}
          disabled={false}
          invalid={false}
          rowId={1}
          {...names}
        />
      </>
    );
  }
  rendered = await openScreen(<Field />, { respond: () => ({ envelope: { data: createListResponse([]) } }) });
  const box = await screen.findByRole('textbox', { name: 'Content' });
  return { box, onChangeSpy, outside: (next: string) => act(async () => set.value(next)) };
}

describe('RichTextEditor', () => {
  it('the editor shows an image with its full URL and keeps the stored path', async () => {
    const load = async () => {
      await waitFor(() => expect(rendered).toBeDefined());
      act(() => void rendered?.client.store.dispatch(siteUpdated({ upload: {}, cdnUrl: 'https://cdn.example.com' })));
      return { RichTextEditor };
    };
    const { box, onChangeSpy } = await show('<p>x</p><img src="/storage/a.png" alt="A">', load);
    const picture = box.querySelector('img');
    expect([picture?.getAttribute('src'), picture?.alt]).toEqual(['https://cdn.example.com/storage/a.png', 'A']);
    await userEvent.click(screen.getByRole('button', { name: 'Divider' }));
    await waitFor(() => expect(onChangeSpy).toHaveBeenCalled());
    expect(onChangeSpy.mock.lastCall?.[0]).toContain('src="/storage/a.png"');
  });
  it('the editor shows the value without calling onChange, and takes outside changes', async () => {
    const { box, onChangeSpy, outside } = await show('<p>One <b>bold</b></p><script>alert(1)</script>', present);
    expect(box.innerHTML).toBe('<p>One <strong>bold</strong></p>');
    await outside('<h2>Two</h2><p class="align-center">mid</p><p>H<sub>2</sub>O</p>');
    expect(box.innerHTML).toBe('<h2>Two</h2><p class="align-center">mid</p><p>H<sub>2</sub>O</p>');
    expect(onChangeSpy).not.toHaveBeenCalled();
  });
  it('reports the change of a tool, and the exact source after undo', async () => {
    const { box, onChangeSpy } = await show('<p>text</p><br>', present);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Divider' }));
    await waitFor(() => expect(onChangeSpy.mock.lastCall?.[0]).toContain('<hr>'));
    expect(box.querySelector('hr')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo typing' }));
    await waitFor(() => expect(onChangeSpy.mock.lastCall?.[0]).toBe('<p>text</p><br>'));
  });
  it('End and Home go to the last and the first tool of the toolbar', async () => {
    await show('<p>One</p>', present);
    const bold = await screen.findByRole('button', { name: 'Bold' });
    bold.focus();
    fireEvent.keyDown(bold, { key: 'End' });
    const last = screen.getByRole('button', { name: 'Clear formatting' });
    expect(document.activeElement).toBe(last);
    fireEvent.keyDown(last, { key: 'Home' });
    expect(document.activeElement).toBe(bold);
  });
  it('the style of a paragraph is chosen from a menu of the product', async () => {
    const { box, onChangeSpy } = await show('<p>One</p>', present);
    await userEvent.click(await screen.findByRole('combobox', { name: /Paragraph style/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Heading 2' }));
    await waitFor(() => expect(onChangeSpy.mock.lastCall?.[0]).toBe('<h2>One</h2>'));
    expect(box.querySelector('h2')).not.toBeNull();
    expect(screen.getByRole('combobox', { name: /Paragraph style/ })).toHaveTextContent('Heading 2');
  });
  it('a paste leaves out images of other websites and says so, and keeps those of this site', async () => {
    const { box, onChangeSpy } = await show('<p>x</p>', present);
    const html = `<img src="https://other.example/a.png"><img src="${window.location.origin}/storage/b.png"><p>pasted</p>`;
    fireEvent.paste(box, { clipboardData: { getData: () => html, files: [] } });
    await waitFor(() => expect(onChangeSpy).toHaveBeenCalled());
    const text = onChangeSpy.mock.lastCall?.[0] as string;
    expect([text.includes('other.example'), text.includes('src="/storage/b.png"')]).toEqual([false, true]);
    expect(await screen.findByText(/Images of other websites were not pasted/)).toBeVisible();
  });
  it.each([
    ['plain text', 'text/plain', 'a'.repeat(1_000_000)],
    ['HTML', 'text/html', '<p>bc</p>'.repeat(100_000)],
  ])('a paste of 1 MB of %s is refused with the limit, and the text stays', async (_name, type, data) => {
    const { box, onChangeSpy } = await show('<p>x</p>', present);
    const before = box.innerHTML;
    fireEvent.paste(box, { clipboardData: { getData: (wanted: string) => (wanted === type ? data : ''), files: [] } });
    expect(await screen.findByText('Nothing was pasted. A text can have at most 500 KB.')).toBeVisible();
    expect([box.innerHTML, onChangeSpy.mock.calls]).toEqual([before, []]);
  });
  // @spec P8-025
  // @covers fault client.editor_missing
  it('the editor is a plain input with a warning when its code cannot be loaded', async () => {
    const { box, onChangeSpy } = await show('<p>a</p>', missing);
    expect(screen.getByRole('alert').textContent).toMatch(/Install it from the module market/);
    await userEvent.setup().type(box, '!');
    expect(onChangeSpy.mock.lastCall?.[0]).toBe('<p>a</p>!');
  });
});

it('parses pasted HTML without styles, which the browser would report to the page policy', () => {
  const parse = jest.spyOn(DOMParser.prototype, 'parseFromString');
  const head = '<html><style>p { color: red }</style><STYLE type="text/css">b {}</STYLE>';
  expect(sanitizeHtml(`${head}<p style='color:red' STYLE = "a">a</p><style>x`).innerHTML).toBe('<p>a</p>');
  expect(String(parse.mock.calls[0]?.[0])).not.toMatch(/<style|\sstyle\s*=/i);
  parse.mockRestore();
});
it('sanitizes HTML pasted from a word processor', () => {
  const item = (mark: string, text: string) =>
    `<p class=MsoListParagraph style="margin:0"><span style="mso-list:Ignore">${mark}</span>${text}<o:p></o:p></p>`;
  const html = `<style>p{color:red}</style><h1>T</h1>${item('1.', 'a')}${item('2.', 'b')}${item('·', 'c')}<p class=MsoNormal><b>x</b></p>`;
  expect(sanitizeHtml(html).innerHTML).toBe(
    '<h2>T</h2><ol><li>a</li><li>b</li></ol><ul><li>c</li></ul><p class="MsoNormal"><strong>x</strong></p>',
  );
});
