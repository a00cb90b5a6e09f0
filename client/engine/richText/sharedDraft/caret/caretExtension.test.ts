/** The caret of a person stays at its text while somebody else changes the type of the block, splits it, joins it or wraps it. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector, XmlElement, XmlText, type XmlFragment } from 'yjs';
import { createEditorId, DRAFT_FRAGMENT } from '../../../../../common/protocol/sharedDraft';
import { htmlToDocument } from '../../editorContent';
import { viewExtensions } from '../../extensions';
import { createDraftCursors } from '../draftCursors';
import { isShownCaret, sharedExtensions } from '../sharedExtensions';

const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});
function open(doc: Doc): Editor {
  const cursors = createDraftCursors(() => undefined);
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: [...viewExtensions((path) => path, false), ...sharedExtensions(doc, cursors)],
    content: htmlToDocument(''),
    injectCSS: false,
  });
  editors.push(editor);
  return editor;
}
/** Finds the place behind a text, or at its start. */
function find(editor: Editor, text: string, isStart = false): number {
  let found = -1;
  editor.state.doc.descendants((node, position) => {
    const at = node.isText && found < 0 ? (node.text ?? '').indexOf(text) : -1;
    if (at >= 0) found = position + at + (isStart ? 0 : text.length);
  });
  if (found < 0) throw new Error(`no text ${text}`);
  return found;
}
const select = (editor: Editor, from: number, to = from) =>
  editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, from, to)));
/** Inserts each character by itself, as keys do. */
const type = (editor: Editor, text: string) => {
  for (const key of text) editor.view.dispatch(editor.state.tr.insertText(key));
};
/** The text of the blocks with the caret, or the ends of the selection. */
function show({ state: { doc, selection } }: Editor): string {
  const lines: string[] = [];
  doc.descendants((node, position) => {
    if (!node.isTextblock) return;
    const places = [...new Set([selection.head, selection.anchor])].sort((a, b) => b - a);
    let text = node.textContent;
    for (const place of places) {
      const at = place - position - 1;
      if (at >= 0 && at <= node.content.size) text = `${text.slice(0, at)}|${text.slice(at)}`;
    }
    lines.push(text);
  });
  return lines.join(' / ');
}

/** Two editors; each gets the changes of the other when `exchange` is called. */
function openTwo(html: string) {
  const docs = [new Doc(), new Doc()] as const;
  docs[0].clientID = createEditorId(0.4);
  docs[1].clientID = createEditorId(0.6);
  const anna = open(docs[0]);
  anna.commands.setContent(htmlToDocument(html));
  const send = (from: Doc, to: Doc) => applyUpdate(to, encodeStateAsUpdate(from, encodeStateVector(to)), 'remote');
  send(docs[0], docs[1]);
  const ben = open(docs[1]);
  return { anna, ben, docs, toBen: () => send(docs[0], docs[1]), toAnna: () => send(docs[1], docs[0]) };
}
type Change = (editor: Editor) => unknown;
const setHeading: Change = (editor) => editor.commands.setHeading({ level: 2 });
const splitBefore =
  (text: string): Change =>
  (editor) => {
    select(editor, find(editor, text, true));
    return editor.commands.splitBlock();
  };
const splitBehind =
  (text: string): Change =>
  (editor) => {
    select(editor, find(editor, text));
    return editor.commands.splitBlock();
  };
const join: Change = (editor) => {
  select(editor, find(editor, 'Alpha', true));
  return editor.commands.joinBackward();
};
const TEXT = '<p>Before</p><p>Alpha beta gamma</p><p>After beta</p>';

describe('the caret of a shared draft', () => {
  it.each<[string, Change, string]>([
    ['a heading', setHeading, 'Before / Alpha beta| gamma / After beta'],
    ['a quote', (editor) => editor.commands.toggleBlockquote(), 'Before / Alpha beta| gamma / After beta'],
    ['a list', (editor) => editor.commands.toggleBulletList(), 'Before / Alpha beta| gamma / After beta'],
    ['a code block', (editor) => editor.commands.toggleCodeBlock(), 'Before / Alpha beta| gamma / After beta'],
    ['a split before it', splitBefore('beta'), 'Before / Alpha  / beta| gamma / After beta'],
    ['a split behind it', splitBefore('gamma'), 'Before / Alpha beta|  / gamma / After beta'],
    ['a split at it', splitBehind('Alpha beta'), 'Before / Alpha beta| /  gamma / After beta'],
    ['a join', join, 'BeforeAlpha beta| gamma / After beta'],
    [
      'a heading and a list',
      (editor) => [setHeading(editor), editor.commands.setParagraph(), editor.commands.toggleBulletList()],
      'Before / Alpha beta| gamma / After beta',
    ],
    [
      'a deleted word before it',
      (editor) => {
        select(editor, find(editor, 'Alpha', true), find(editor, 'Alpha'));
        editor.commands.deleteSelection();
        return setHeading(editor);
      },
      'Before /  beta| gamma / After beta',
    ],
  ])('stays at its text when another person makes %s', (_name, change, expected) => {
    const { anna, ben, toAnna } = openTwo(TEXT);
    select(anna, find(anna, 'Alpha beta'));
    select(ben, find(ben, 'Alpha'));
    change(ben);
    toAnna();
    expect(show(anna)).toBe(expected);
    type(anna, '!');
    expect(show(anna)).toBe(expected.replace('|', '!|'));
  });

  it('keeps both ends of a selection over several blocks', () => {
    const { anna, ben, toAnna } = openTwo(TEXT);
    select(anna, find(anna, 'Bef'), find(anna, 'After'));
    select(ben, find(ben, 'Alpha'));
    ben.commands.selectAll();
    ben.commands.toggleBulletList();
    toAnna();
    expect(show(anna)).toBe('Bef|ore / Alpha beta gamma / After| beta');
  });

  it('goes with its text when the server moves it to the second half of a split', () => {
    const { anna, ben, toAnna } = openTwo('<p>Before</p><p>你好美丽的</p><p>世界</p>');
    select(anna, find(anna, '美丽的'));
    select(ben, find(ben, '你好'), find(ben, '美丽的'));
    const both = ben.state.tr.deleteSelection();
    ben.view.dispatch(both.insertText('美丽的', both.mapping.map(find(ben, '世界'))));
    toAnna();
    expect(show(anna)).toBe('Before / 你好 / 世界美丽的|');
  });

  it('stays in an empty block of which another person changes the type', () => {
    const { anna, ben, toAnna } = openTwo('<p>Before</p><p></p><p>After</p>');
    select(anna, 9);
    expect(show(anna)).toBe('Before / | / After');
    select(ben, 9);
    setHeading(ben);
    toAnna();
    expect(show(anna)).toBe('Before / | / After');
    ben.commands.toggleBulletList();
    toAnna();
    type(anna, 'x');
    expect(show(anna)).toBe('Before / x| / After');
  });

  it('does not move when another person types before it or in another block', () => {
    const { anna, ben, toAnna } = openTwo('<p>aaaa</p><p>aaaa</p>');
    select(anna, 9);
    select(ben, 7);
    type(ben, 'xx');
    select(ben, 2);
    type(ben, 'xx');
    toAnna();
    expect(show(anna)).toBe('axxaaa / xxaa|aa');
  });
});

/** The server types text again that a concurrent change lost; its ids are below those of the editors. */
function typeAgain(server: Doc, nodeName: string, behind: string, text: string): void {
  const visit = (parent: XmlFragment | XmlElement): boolean =>
    parent.toArray().some((child) => {
      if (child instanceof XmlElement && child.nodeName === nodeName) {
        const line = child.get(0);
        const at = line instanceof XmlText ? line.toJSON().indexOf(behind) : -1;
        if (!(line instanceof XmlText) || at < 0) return false;
        line.insert(at + behind.length, text);
        return true;
      }
      return child instanceof XmlElement && visit(child);
    });
  if (!visit(server.getXmlFragment(DRAFT_FRAGMENT))) throw new Error(`no text ${behind}`);
}
describe('a sentence that is typed while another person changes the block', () => {
  const startTyping = () => {
    const draft = openTwo('<p>Before</p><p>The mayor opened</p><p>After</p>');
    const { anna, ben, docs, toBen, toAnna } = draft;
    select(anna, find(anna, 'opened'));
    select(ben, find(ben, 'mayor'));
    type(anna, ' the ne');
    toBen();
    // the server gets this before the change of the other person reaches the editor
    type(anna, 'w b');
    setHeading(ben);
    const server = new Doc();
    server.clientID = 2 ** 32 + 5;
    applyUpdate(server, encodeStateAsUpdate(docs[1]));
    toAnna();
    const restore = () => {
      typeAgain(server, 'heading', 'the ne', 'w b');
      applyUpdate(docs[0], encodeStateAsUpdate(server), 'remote');
    };
    return { ...draft, restore };
  };
  it('goes on behind the text that the server types again', () => {
    const { anna, restore } = startTyping();
    expect(show(anna)).toBe('Before / The mayor opened the ne| / After');
    restore();
    expect(show(anna)).toBe('Before / The mayor opened the new b| / After');
    type(anna, 'ridge');
    expect(show(anna)).toBe('Before / The mayor opened the new bridge| / After');
  });
  it('is in one piece when letters are typed before the server types the lost ones again', () => {
    const { anna, restore } = startTyping();
    type(anna, 'ri');
    restore();
    type(anna, 'dge');
    expect(show(anna)).toBe('Before / The mayor opened the new bridge| / After');
  });
});

/** The server moves text that stayed at the end of the first half of a split. */
function moveLate(server: Doc, from: string, text: string, behind: string): void {
  const lines = server
    .getXmlFragment(DRAFT_FRAGMENT)
    .toArray()
    .flatMap((block) =>
      block instanceof XmlElement && block.get(0) instanceof XmlText ? [block.get(0) as XmlText] : [],
    );
  const old = lines.find((line) => line.toJSON() === `${from}${text}`);
  const line = lines.find((candidate) => candidate.toJSON().startsWith(behind));
  if (old === undefined || line === undefined) throw new Error(`no text ${from}${text} or ${behind}`);
  old.delete(from.length, text.length);
  line.insert(behind.length, text);
}
describe.each([
  ['in a sentence', 'Second', ' word he', 're'],
  ['at the end', 'Second', ' word here', ''],
  ['near the split', 'Second', ' w', 'ord here'],
  ['with the letters that are typed', 'Second', ' abcd ', 'fabcde ab'],
])('a sentence that is typed %s while another person splits the block before it', (_name, first, before, rest) => {
  const SENTENCE = 'abcdeab';
  const moments = [0, 1, 3].flatMap((known) =>
    [1, 2, 4].flatMap((late) => [0, 1].map((ahead) => [known, late, ahead])),
  );
  it.each(moments)('%i letters are known, %i are late, %i come before the server moves those', (known, late, ahead) => {
    const { anna, ben, docs, toBen, toAnna } = openTwo(`<p>First para</p><p>${first}${before}${rest}</p><p>Third</p>`);
    select(anna, find(anna, `${first}${before}`));
    type(anna, SENTENCE.slice(0, known));
    toBen();
    const lateText = SENTENCE.slice(known, known + late);
    type(anna, lateText);
    splitBehind(first)(ben);
    const server = new Doc();
    server.clientID = 2 ** 32 + 5;
    applyUpdate(server, encodeStateAsUpdate(docs[1]));
    applyUpdate(server, encodeStateAsUpdate(docs[0]));
    toAnna();
    const typed = SENTENCE.slice(0, known);
    expect(show(anna)).toBe(`First para / ${first}${lateText} / ${before}${typed}|${rest} / Third`);
    type(anna, SENTENCE.slice(known + late, known + late + ahead));
    moveLate(server, first, lateText, `${before}${typed}`);
    applyUpdate(docs[0], encodeStateAsUpdate(server), 'remote');
    type(anna, SENTENCE.slice(known + late + ahead));
    expect(show(anna)).toBe(`First para / ${first} / ${before}${SENTENCE}|${rest} / Third`);
  });
});

it('goes with its text when the typed letter equals the next one', () => {
  const { anna, ben, docs, toAnna } = openTwo('<p>Second word here</p>');
  select(anna, find(anna, 'Second word he'));
  type(anna, 'xr');
  splitBehind('Second')(ben);
  const server = new Doc();
  server.clientID = 2 ** 32 + 5;
  applyUpdate(server, encodeStateAsUpdate(docs[1]));
  applyUpdate(server, encodeStateAsUpdate(docs[0]));
  toAnna();
  expect(show(anna)).toBe('Secondxr /  word her|e');
  // the editor typed the second letter behind the equal one
  moveLate(server, 'Secondx', 'r', ' word her');
  moveLate(server, 'Second', 'x', ' word he');
  applyUpdate(docs[0], encodeStateAsUpdate(server), 'remote');
  expect(show(anna)).toBe('Second /  word hexr|re');
});

it('stays behind its letters when another person deletes or replaces the text before them', () => {
  for (const [from, to, text, expected] of [
    [' word he', '', '', 'Secondab|re / Third'],
    [' word he', '', ' other', 'Second ab|otherre / Third'],
    ['he', 'Third', '', 'Second word ab|re / Thirdhe'],
  ] as const) {
    const { anna, ben, toAnna } = openTwo('<p>Second word here</p><p>Third</p>');
    select(anna, find(anna, 'Second word he'));
    type(anna, 'ab');
    const { tr } = ben.state;
    if (to !== '') tr.insertText(from, find(ben, to));
    tr.insertText(text, find(ben, from, true), find(ben, from));
    ben.view.dispatch(tr);
    toAnna();
    expect(show(anna)).toBe(expected);
  }
});

it('the caret of somebody else whose block was written again is hidden until the next one arrives', () => {
  const { ben, docs } = openTwo(TEXT);
  const first = docs[1].getXmlFragment(DRAFT_FRAGMENT).get(0) as XmlElement;
  const text = (first.get(0) as XmlText)._item?.id;
  const state = { cursor: { head: { type: text, assoc: -1 } } };
  expect(isShownCaret(docs[1], state)).toBe(true);
  select(ben, find(ben, 'Bef'));
  setHeading(ben);
  expect(isShownCaret(docs[1], state)).toBe(false);
  expect(isShownCaret(docs[1], { cursor: null })).toBe(true);
});
