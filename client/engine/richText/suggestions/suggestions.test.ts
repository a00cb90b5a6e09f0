/** Suggesting: every change of the author becomes a suggestion, and the text without suggestions never changes. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { printSuggestion, type SuggestionAuthor } from '../../../../common/text/richText/draftSuggestion';
import { htmlToDocument, pasteHtml } from '../editorContent';
import { viewExtensions } from '../extensions';
import { listSuggestions } from './listSuggestions';
import { removeSuggestions } from './removeSuggestions';
import { resolveSuggestions } from './resolveSuggestions';
import { createSuggestExtension } from './suggestExtension';
import { replaceText, textWithoutSuggestions } from './textWithoutSuggestions';
import { isOwnChange } from './toSuggestion';

const SUE: SuggestionAuthor = { p: 'admin:2', name: 'Sue' };
const SAM: SuggestionAuthor = { p: 'admin:3', name: 'Sam' };
const TEXT = '<p>One two</p><p>Three</p>';

/** Numbers of a linear congruential generator. */
function createNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('suggesting in a text', () => {
  const editors: Editor[] = [];
  afterEach(() => {
    for (const editor of editors.splice(0)) editor.destroy();
  });

  /** An editor whose author can be another one later. */
  function open(html = TEXT, first: SuggestionAuthor | null = SUE) {
    let author = first;
    const results: boolean[] = [];
    const editor = new Editor({
      element: document.createElement('div'),
      extensions: [
        ...viewExtensions((path) => path, false),
        createSuggestExtension(
          () => author,
          (isSuggested) => results.push(isSuggested),
        ),
      ],
      content: htmlToDocument(html),
      injectCSS: false,
    });
    editors.push(editor);
    const select = (from: number, to = from) => editor.commands.setTextSelection({ from, to });
    /** Types as a browser does: each letter over the selection. */
    const type = (text: string) => {
      for (const letter of text) {
        const { from, to } = editor.state.selection;
        const getTransaction = () => editor.state.tr.insertText(letter, from, to);
        const isHandled = editor.view.someProp('handleTextInput', (handle) =>
          handle(editor.view, from, to, letter, getTransaction),
        );
        if (isHandled !== true) editor.view.dispatch(getTransaction());
      }
    };
    const backspace = () => {
      const { from, to, empty } = editor.state.selection;
      if (empty && editor.state.selection.$from.parentOffset === 0) editor.commands.joinBackward();
      else editor.view.dispatch(editor.state.tr.delete(empty ? from - 1 : from, to));
    };
    const enter = () => {
      const event = new KeyboardEvent('keydown', { key: 'Enter' });
      editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event));
    };
    const readHtml = () => editor.getHTML().replaceAll(/ class="suggested[^"]*"/g, '');
    return {
      editor,
      select,
      type,
      enter,
      backspace,
      html: readHtml,
      results,
      setAuthor: (next: typeof first) => (author = next),
    };
  }
  const ins = (text: string, { name } = SUE) => `<ins title="${name}">${text}</ins>`;
  const del = (text: string, { name } = SUE) => `<del title="${name}">${text}</del>`;

  it('typed text is inserted as one suggestion, deleted text stays with a mark', () => {
    const { editor, select, type, backspace, html } = open();
    select(4);
    type('!?');
    expect(html()).toBe(`<p>One${ins('!?')} two</p><p>Three</p>`);
    select(15);
    backspace();
    backspace();
    expect(html()).toBe(`<p>One${ins('!?')} two</p><p>T${del('hr')}ee</p>`);
    expect(editor.state.selection.from).toBe(13);
    expect(textWithoutSuggestions(editor)).toBe(TEXT);
    expect(listSuggestions(editor.state.doc).map(({ inserted, deleted }) => [inserted, deleted])).toEqual([
      ['!?', ''],
      ['', 'hr'],
    ]);
  });

  it('deleting an own insertion removes it; typing over a selection replaces it', () => {
    const { select, type, backspace, html } = open();
    select(4);
    type('abc');
    backspace();
    expect(html()).toBe(`<p>One${ins('ab')} two</p><p>Three</p>`);
    select(1, 4);
    type('X');
    expect(html()).toBe(`<p>${del('One')}${ins('Xab')} two</p><p>Three</p>`);
    select(1, 6);
    backspace();
    expect(html()).toBe(`<p>${del('One')}${ins('b')} two</p><p>Three</p>`);
  });

  it('Enter suggests a paragraph after the current one, and splits own ones; Backspace undoes it', () => {
    const { editor, select, type, enter, backspace, html } = open();
    select(3);
    enter();
    type('new');
    enter();
    type('er');
    expect(html()).toBe(`<p>One two</p><p title="Sue">${ins('new')}</p><p title="Sue">${ins('er')}</p><p>Three</p>`);
    expect(textWithoutSuggestions(editor)).toBe(TEXT);
    for (let step = 0; step < 7; step += 1) backspace();
    expect(html()).toBe(TEXT);
  });

  it('formats, lists and joined paragraphs have no effect on the text, and rules for typed text do not apply', () => {
    const { editor, select, type, html } = open();
    select(1, 8);
    editor.commands.toggleBold();
    editor.commands.toggleBulletList();
    editor.commands.setHorizontalRule();
    select(10);
    editor.commands.joinBackward();
    expect(html()).toBe(TEXT);
    select(1);
    type('# x');
    expect(html()).toBe(`<p>${ins('# x')}One two</p><p>Three</p>`);
  });

  it('a change that cannot be suggested is reported: a format, a format for the next text, a list, a join', () => {
    const { editor, select, type, results } = open();
    select(1, 4);
    editor.commands.toggleBold();
    select(4);
    editor.commands.toggleBold();
    editor.commands.toggleBulletList();
    select(10);
    editor.commands.joinBackward();
    expect(results).toEqual([false, false, false, false]);
    type('x');
    expect(results.at(-1)).toBe(true);
  });

  it('a selection that ends in a list, or of the whole text, is suggested to be deleted and to be replaced', () => {
    const text = '<p>One</p><ul><li><p>a</p></li><li><p>bc</p></li></ul>';
    const first = open(text);
    first.select(2, 14);
    first.editor.commands.deleteSelection();
    expect(first.html()).toBe(`<p>O${del('ne')}</p><ul><li><p>${del('a')}</p></li><li><p>${del('b')}c</p></li></ul>`);
    const second = open(text);
    second.editor.commands.selectAll();
    second.editor.commands.deleteSelection();
    expect(second.html()).toBe(`<p>${del('One')}</p><ul><li><p>${del('a')}</p></li><li><p>${del('bc')}</p></li></ul>`);
    expect([...first.results, ...second.results]).toEqual([true, true]);
  });

  it('pasted HTML becomes suggested paragraphs of plain text: a heading, a list, a table', () => {
    const { editor, select, html, results } = open();
    select(8);
    const table = '<table><tr><td>1</td><td>2</td></tr></table>';
    pasteHtml(editor.view, `<ul><li><b>x</b></li></ul>${table}<h2>H</h2>`, { asText: true });
    const line = (text: string) => `<p title="Sue">${ins(text)}</p>`;
    expect(html()).toBe(`<p>One two${ins('x')}</p>${['1', '2', 'H'].map(line).join('')}<p>Three</p>`);
    expect(results).toEqual([true]);
  });

  it('a range over several paragraphs with an image and code deletes what can be suggested', () => {
    const text = '<p>One</p><img src="/storage/a.png"><pre><code>code</code></pre><p>Two</p>';
    const { editor, html } = open(text);
    editor.view.dispatch(editor.state.tr.delete(2, editor.state.doc.content.size - 2));
    expect(textWithoutSuggestions(editor)).toBe(text);
    expect(html()).toBe(
      `<p>O${del('ne')}</p><img src="/storage/a.png"><pre><code>code</code></pre><p>${del('Tw')}o</p>`,
    );
  });

  it('suggestions of others stay: they are neither deleted nor continued', () => {
    const { select, type, backspace, html, setAuthor } = open();
    select(4);
    type('abc');
    setAuthor(SAM);
    select(5);
    type('X');
    backspace();
    backspace();
    type('Y');
    expect(html()).toBe(`<p>One${ins('Y', SAM)}${ins('abc')} two</p><p>Three</p>`);
  });

  it('pasted text becomes insertions without formats, one paragraph for each line', () => {
    const { editor, select, html } = open();
    select(8);
    const pasted = editor.schema.nodeFromJSON(htmlToDocument('<p><strong>a</strong></p><ul><li><p>b</p></li></ul>'));
    editor.view.dispatch(editor.state.tr.replaceSelection(pasted.slice(0, pasted.content.size)));
    expect(html()).toBe(`<p>One two</p><p title="Sue">${ins('a')}</p><p title="Sue">${ins('b')}</p><p>Three</p>`);
    expect(textWithoutSuggestions(editor)).toBe(TEXT);
  });

  it('an input method composes with the mark of an insertion, and the selected text stays', () => {
    const { editor, select, html } = open();
    select(4);
    expect(editor.state.storedMarks?.map(({ type }) => type.name)).toEqual(['insertion']);
    // each step of a composition replaces the text so far
    const compose = (text: string, from: number, to: number) =>
      editor.view.dispatch(editor.state.tr.insertText(text, from, to).setMeta('composition', 1));
    const dispatched: unknown[] = [];
    editor.on('transaction', ({ transaction }) => dispatched.push(transaction.getMeta('composition')));
    compose('n', 4, 4);
    compose('ni', 4, 5);
    compose('你', 4, 6);
    expect(html()).toBe(`<p>One${ins('你')} two</p><p>Three</p>`);
    expect(dispatched).toEqual([1, 1, 1]);
    select(6, 9);
    editor.view.dom.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    expect(html()).toBe(`<p>One${ins('你')} ${del('two')}</p><p>Three</p>`);
    expect(editor.state.selection.empty).toBe(true);
  });

  it('text that an editor types inside a suggestion is ordinary text', () => {
    const { select, type, html, setAuthor } = open();
    select(4);
    type('abc');
    setAuthor(null);
    select(5);
    type('X');
    select(5, 7);
    type('Y');
    expect(html()).toBe(`<p>One${ins('a')}Y${ins('c')} two</p><p>Three</p>`);
  });

  it('accepted insertions become text; rejected ones are deleted', () => {
    const { editor, select, type, enter, backspace, setAuthor } = open(
      '<p>One two</p><p>Three</p><ul><li><p>Four</p></li></ul>',
    );
    select(1, 4);
    type('1');
    select(11, 16);
    backspace();
    select(20, 24);
    backspace();
    select(9);
    enter();
    type('new');
    setAuthor(null);
    const resolve = (isAccepted: boolean) =>
      resolveSuggestions(editor.state.tr, listSuggestions(editor.state.doc), isAccepted).doc;
    const toHtml = (accepted: boolean) => {
      const copy = open('', null).editor;
      copy.commands.setContent(resolve(accepted).toJSON());
      return copy.getHTML();
    };
    expect(toHtml(false)).toBe('<p>One two</p><p>Three</p><ul><li><p>Four</p></li></ul>');
    expect(toHtml(true)).toBe('<p>1 two</p><p>new</p>');
  });

  it('random changes of two authors never change the text without suggestions; rejecting all restores it', () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const below = createNumbers(seed);
      const pick = <T>(from: readonly [T, ...T[]]): T => from[below(from.length)] ?? from[0];
      const text =
        '<h2>Title</h2><p>One <strong>two</strong> three</p><ul><li><p>a</p></li><li><p>b</p></li></ul><p>End</p>';
      const { editor, select, type, enter, backspace, setAuthor } = open(text);
      const start = editor.state.doc;
      for (let step = 0; step < 40; step += 1) {
        const author = pick([SUE, SAM]);
        setAuthor(author);
        const before = editor.state.doc;
        const size = before.content.size;
        const [from, to] = [1 + below(size - 1), 1 + below(size - 1)];
        const isRange = below(3) === 0;
        editor.view.dispatch(
          editor.state.tr.setSelection(
            TextSelection.between(
              before.resolve(Math.min(from, to)),
              before.resolve(isRange ? Math.max(from, to) : Math.min(from, to)),
            ),
          ),
        );
        pick([() => type('ab'), backspace, isRange ? backspace : enter, () => editor.commands.toggleItalic()])();
        expect([seed, step, isOwnChange(before, editor.state.doc, author)]).toEqual([seed, step, true]);
        editor.state.doc.check();
      }
      setAuthor(null);
      expect(removeSuggestions(editor.state.doc).eq(start)).toBe(true);
      const all = () => listSuggestions(editor.state.doc);
      const accepted = resolveSuggestions(editor.state.tr, all(), true).doc;
      accepted.check();
      expect(listSuggestions(accepted)).toEqual([]);
      const rejected = resolveSuggestions(editor.state.tr, all(), false).doc;
      expect([seed, rejected.toString()]).toEqual([seed, start.toString()]);
      select(1);
    }
  });

  it('replacing the text keeps the suggestions of unchanged paragraphs', () => {
    const { editor, select, type, setAuthor, html } = open();
    select(4);
    type('!');
    editor.commands.setTextSelection(15);
    type('?');
    setAuthor(null);
    replaceText(editor, '<p>One two</p><p>Four</p>');
    expect(html()).toBe(`<p>One${ins('!')} two</p><p>Four</p>`);
    expect(printSuggestion({ ...SUE, at: 1 })).toBe('admin:2|1|Sue');
  });
});
