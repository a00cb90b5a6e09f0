/**
 * A suggester types inside an own suggestion while an editor changes the block around it: the server takes the letters, and they are suggested
 * wherever they go.
 */
import { describe, expect, it } from '@jest/globals';
import type { Node, NodeType } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { createEditorId } from '../../../../common/protocol/sharedDraft';
import {
  INSERTION,
  parseSuggestion,
  printSuggestion,
  SUGGESTION_ATTRIBUTE,
} from '../../../../common/text/richText/draftSuggestion';
import {
  addWriter,
  createServer,
  createState,
  deliver,
  listTexts,
  printPlain,
  receive,
  settle,
  store,
  type BlockServer,
  type BlockWriter,
} from '../../../testing/live/blockWriters';
import { sampleSize } from '../../../../config/jest/testEnvironment';
import { createRandom, testSeed } from '../../../testing/random';
import { getDocument, replaceContent } from '../draftContent';
import { createServerEditorId } from '../people/editorIds';
import { richTextSchema } from '../richText/richTextSchema';
import { removeSuggestions } from './suggestions';

const SUE = { p: 'admin:2', name: 'Sue' };
const RUNS = sampleSize(40, 1_000);
const SUGGESTION = printSuggestion({ ...SUE, at: 60_000 });

const HEADING = richTextSchema.nodes['heading'] as NodeType;
const PARAGRAPH = richTextSchema.nodes['paragraph'] as NodeType;
const LEVEL = { level: 2 };

/** The place behind a text. */
function findBehind(document: Node, text: string): number {
  let found = -1;
  document.descendants((node: Node, position: number) => {
    const start = node.isTextblock ? node.textContent.indexOf(text) : -1;
    if (found < 0 && start >= 0) found = position + 1 + start + text.length;
  });
  if (found < 0) throw new Error(`no text ${text}`);
  return found;
}
/** Changes the document as the editor does. */
function edit({ doc }: BlockWriter, change: (tr: Transform, find: (text: string) => number) => unknown): void {
  const before = getDocument(doc);
  const find = (text: string) => findBehind(before, text);
  const tr = new Transform(before);
  change(tr, find);
  doc.transact(() => void replaceContent(doc, tr.doc), 'own');
}
/** Suggests a text as the editor does. */
function suggest({ doc }: BlockWriter, behind: string, typed: string): void {
  const text = listTexts(doc).find((one) => printPlain(one).includes(behind));
  if (text === undefined) throw new Error(`no text ${behind}`);
  const at = printPlain(text).indexOf(behind) + behind.length;
  doc.transact(() => text.insert(at, typed, { [INSERTION]: { [SUGGESTION_ATTRIBUTE]: SUGGESTION } }), 'own');
}
/** The blocks, with suggested text in brackets. */
function print({ doc }: Pick<BlockServer, 'doc'>): string {
  const blocks: string[] = [];
  getDocument(doc).descendants((node) => {
    if (!node.isTextblock) return;
    const parts = node.children.map(({ text = '', marks }) =>
      marks.some(
        ({ type, attrs }) => type.name === INSERTION && parseSuggestion(attrs[SUGGESTION_ATTRIBUTE])?.p === SUE.p,
      )
        ? `[${text}]`
        : text,
    );
    blocks.push(parts.join(''));
  });
  return blocks.join(' / ');
}
const printWithout = ({ doc }: BlockServer) =>
  removeSuggestions(getDocument(doc))
    .children.map(({ textContent }) => textContent)
    .join(' / ');

function start(html = '<p>One two three</p>', at = 0.6) {
  const server = createServer(createState(html));
  server.doc.clientID = createServerEditorId(0.5);
  const [sue, editor] = [addWriter(server, SUE), addWriter(server)];
  sue.doc.clientID = createEditorId(at);
  editor.doc.clientID = createEditorId(0.5);
  suggest(sue, 'One two', ' NEW');
  settle(server);
  return { server, sue, editor };
}
const CHANGES: readonly (readonly [string, (writer: BlockWriter) => void, string])[] = [
  ['splits before it', (writer) => edit(writer, (tr, find) => tr.split(find('One'))), 'One /  two[ NEWabcd] three'],
  ['splits in it', (writer) => edit(writer, (tr, find) => tr.split(find(' two NE'))), 'One two[ NE] / [Wabcd] three'],
  ['splits behind it', (writer) => edit(writer, (tr, find) => tr.split(find(' th'))), 'One two[ NEWabcd] th / ree'],
  [
    'makes it a heading',
    (writer) => edit(writer, (tr) => tr.setBlockType(0, 3, HEADING, LEVEL)),
    'One two[ NEWabcd] three',
  ],
];
describe.each([0.4, 0.6])('a suggester whose editor has the place %p in the order of editors', (at) => {
  it.each(CHANGES)('types on while an editor %s', (_name, change, expected) => {
    for (const isStored of [false, true]) {
      const { server, sue, editor } = start(undefined, at);
      change(editor);
      suggest(sue, ' two NEW', 'ab');
      deliver(server, editor);
      deliver(server, sue);
      if (isStored) store(server);
      // typed before the split arrives
      suggest(sue, ' two NEWab', 'cd');
      deliver(server, sue);
      settle(server);
      expect([isStored, print(server)]).toEqual([isStored, expected]);
      const parts = expected.replaceAll(/\[[^\]]*\]/g, '');
      expect(printWithout(server)).toBe(parts);
      suggest(sue, 'cd', '!');
      expect(() => settle(server)).not.toThrow();
      expect(print(server)).toContain('cd!]');
    }
  });
});

it.each(['splits', 'joins', 'makes a heading of'])(
  'an editor who %s a block keeps its text plain that a withdrawn suggestion marked in this editor alone',
  (way) => {
    const { server, sue, editor } = start('<p>Zero</p><p>One two three</p>');
    edit(editor, (tr, find) => tr.insert(find('two N'), richTextSchema.text('xyz')));
    const [, text] = listTexts(sue.doc);
    text?.delete('One two'.length, ' NEW'.length);
    deliver(server, sue);
    receive(editor);
    // the editor has the mark until the answer to its letters arrives
    expect(print(editor)).toBe('Zero / One twoxyz[ three]');
    edit(editor, (tr, find) => {
      if (way === 'splits') return tr.split(find('On'));
      return way === 'joins' ? tr.join(find('Zero') + 1) : tr.setBlockType(find('One'), find('One'), HEADING, LEVEL);
    });
    settle(server);
    const expected = { splits: 'Zero / On / e twoxyz three', joins: 'ZeroOne twoxyz three' }[way];
    expect(print(server)).toBe(expected ?? 'Zero / One twoxyz three');
    expect(print(editor)).toBe(print(server));
  },
);

it('random: a suggester types on while an editor splits, joins and changes blocks; no letter is refused, lost or ordinary text', () => {
  for (let run = 0; run < RUNS; run += 1) {
    const seed = testSeed() + run;
    const random = createRandom(seed);
    const { server, sue, editor } = start('<p>One two three</p><p>Four</p>', random.chance(0.5) ? 0.4 : 0.6);
    let typed = ' NEW';
    const acts = [
      () => {
        const letter = String.fromCodePoint(0x4e00 + typed.length);
        const shown = listTexts(sue.doc).map(printPlain).join('');
        suggest(sue, [...typed].findLast((one) => shown.includes(one)) ?? '', letter);
        typed += letter;
      },
      () => {
        // the editor knows the result of the last change
        if (editor.sent.length > 0 || server.lost.length > 0) return;
        receive(editor);
        edit(editor, (tr) => {
          const at = 1 + random.below(tr.doc.content.size - 1);
          const $at = tr.doc.resolve(at);
          if (!$at.parent.isTextblock) return;
          const choice = random.below(4);
          if (choice === 0) tr.setBlockType(at, at, $at.parent.type === HEADING ? PARAGRAPH : HEADING, LEVEL);
          else if (choice === 1 && $at.index(0) > 0) tr.join($at.before());
          else tr.split(at);
        });
      },
      () => deliver(server, sue),
      () => deliver(server, sue),
      () => deliver(server, editor),
      () => receive(sue, 1),
      () => receive(editor, 1),
      () => void store(server),
    ];
    for (let step = 0; step < 60; step += 1) random.pick(acts)();
    settle(server);
    const marked = print(server).match(/\[[^\]]*\]/g) ?? [];
    const letters = marked.join('');
    expect([seed, [...typed].filter((letter) => !letters.includes(letter))]).toEqual([seed, []]);
    expect([seed, printWithout(server).replaceAll(' / ', '')]).toEqual([seed, 'One two threeFour']);
  }
});
