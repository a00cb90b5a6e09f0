/**
 * Two people in one block: what one types while another changes the type of the block, splits, wraps, joins or deletes it is not lost, in both
 * orders of arrival.
 */
import { describe, expect, it } from '@jest/globals';
import { mergeUpdates } from 'yjs';
import { createEditorId } from '../../../../common/protocol/sharedDraft';
import {
  addWriter,
  change,
  createServer,
  createState,
  createUndo,
  deliver,
  erase,
  printXml,
  readStored,
  receive,
  settle,
  store,
  type,
  type BlockServer,
  type BlockWriter,
} from '../../../testing/live/blockWriters';
import { createServerEditorId } from './editorIds';

const SENTENCE = 'The first half, the second half.';
const start = (html: string) => {
  const server = createServer(createState(html));
  return { server, typist: addWriter(server), other: addWriter(server) };
};

interface Case {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly typedBehind: string;
  readonly expected: string;
}
const CASES: readonly Case[] = [
  {
    name: 'another type',
    from: `<p>Before</p><p>${SENTENCE}</p><p>After</p>`,
    to: `<p>Before</p><h2>${SENTENCE}</h2><p>After</p>`,
    typedBehind: 'The first',
    expected: `<paragraph>Before</paragraph><heading level="2">The firstabc half, the second half.</heading><paragraph>After</paragraph>`,
  },
  {
    name: 'another type, typed at the start',
    from: `<p>${SENTENCE}</p>`,
    to: `<h2>${SENTENCE}</h2>`,
    typedBehind: '',
    expected: `<heading level="2">abc${SENTENCE}</heading>`,
  },
  {
    name: 'another type with bold text',
    from: '<p>One <strong>bold</strong> two</p>',
    to: '<h2>One <strong>bold</strong> two</h2>',
    typedBehind: 'bo',
    expected: '<heading level="2">One <bold>boabcld</bold> two</heading>',
  },
  {
    name: 'a split, typed in the second half',
    from: `<p>${SENTENCE}</p>`,
    to: '<p>The first half,</p><p>the second half.</p>',
    typedBehind: 'the second',
    expected: '<paragraph>The first half,</paragraph><paragraph>the secondabc half.</paragraph>',
  },
  {
    name: 'a split, typed at the end',
    from: `<p>${SENTENCE}</p><p>After</p>`,
    to: '<p>The first half,</p><p>the second half.</p><p>After</p>',
    typedBehind: SENTENCE,
    expected:
      '<paragraph>The first half,</paragraph><paragraph>the second half.abc</paragraph><paragraph>After</paragraph>',
  },
  {
    name: 'a split, typed in the first half',
    from: `<p>${SENTENCE}</p>`,
    to: '<p>The first half,</p><p>the second half.</p>',
    typedBehind: 'The ',
    expected: '<paragraph>The abcfirst half,</paragraph><paragraph>the second half.</paragraph>',
  },
  {
    name: 'a list around blocks',
    from: '<p>One</p><p>Two words</p>',
    to: '<ul><li><p>One</p></li><li><p>Two words</p></li></ul>',
    typedBehind: 'Two',
    expected:
      '<bulletlist><listitem><paragraph>One</paragraph></listitem><listitem><paragraph>Twoabc words</paragraph></listitem></bulletlist>',
  },
  {
    name: 'a list that is taken away',
    from: '<ul><li><p>One</p></li><li><p>Two words</p></li></ul>',
    to: '<p>One</p><p>Two words</p>',
    typedBehind: 'Two words',
    expected: '<paragraph>One</paragraph><paragraph>Two wordsabc</paragraph>',
  },
  {
    name: 'a block that is joined to the one before',
    from: '<p>One</p><p>Two words</p>',
    to: '<p>OneTwo words</p>',
    typedBehind: 'Two',
    expected: '<paragraph>OneTwoabc words</paragraph>',
  },
  {
    name: 'a quote around a block, whose text changes too',
    from: `<p>${SENTENCE}</p>`,
    to: '<blockquote><p>The first part, the second half.</p></blockquote>',
    typedBehind: 'the second',
    expected: '<blockquote><paragraph>The first part, the secondabc half.</paragraph></blockquote>',
  },
  {
    name: 'a block that is deleted',
    from: '<p>One</p><p>Two words</p><p>Three</p>',
    to: '<p>One</p><p>Three</p>',
    typedBehind: 'Two',
    expected: '<paragraph>One</paragraph><paragraph>abc</paragraph><paragraph>Three</paragraph>',
  },
];

describe.each(CASES)('$name', ({ from, to, typedBehind, expected }) => {
  const begin = () => {
    const { server, typist, other } = start(from);
    type(typist, typedBehind, 'abc');
    change(other, to);
    return { server, typist, other };
  };
  it('the typed text arrives first', () => {
    const { server, typist, other } = begin();
    expect(settle(server, [typist, other])).toBe(expected);
  });
  it('the change arrives first', () => {
    const { server, typist, other } = begin();
    expect(settle(server, [other, typist])).toBe(expected);
  });
  it('the change arrives and is stored between two letters', () => {
    const { server, typist, other } = begin();
    deliver(server, typist);
    deliver(server, other);
    store(server);
    // the letters are typed before the typist gets anything
    type(typist, `${typedBehind}abc`, 'd');
    expect(settle(server)).toBe(expected.replace('abc', 'abcd'));
  });
});

it('a person who knows of a split types at the end of the first half', () => {
  const { server, typist, other } = start(`<p>${SENTENCE}</p>`);
  change(other, '<p>The first half,</p><p>the second half.</p>');
  settle(server);
  type(typist, 'The first half,', ' X');
  settle(server);
  type(other, 'The first half, X', ' Y');
  expect(settle(server)).toBe('<paragraph>The first half, X Y</paragraph><paragraph>the second half.</paragraph>');
});

it('two changes in a row take the text along', () => {
  const { server, typist, other } = start(`<p>${SENTENCE}</p>`);
  type(typist, 'The first', 'abc');
  change(other, `<h2>${SENTENCE}</h2>`);
  change(other, `<blockquote><p>${SENTENCE}</p></blockquote>`);
  expect(settle(server, [other, typist])).toBe(
    '<blockquote><paragraph>The firstabc half, the second half.</paragraph></blockquote>',
  );
});

it('somebody comes back with two changes of the block in one update, while another typed and stored', () => {
  const { server, typist, other } = start(`<p>${SENTENCE}</p><p>Two</p>`);
  const third = addWriter(server);
  change(other, `<h2>${SENTENCE}</h2><p>Two</p>`);
  type(other, 'the second', 'def');
  change(other, `<blockquote><p>The first half, the seconddef half.</p></blockquote><p>Two</p>`);
  other.sent = [{ update: mergeUpdates(other.sent.map(({ update }) => update)), seen: 0 }];
  type(typist, 'The first', 'abc');
  deliver(server, typist);
  store(server);
  type(third, SENTENCE.slice(-4), '!');
  expect(settle(server, [other, third])).toBe(
    '<blockquote><paragraph>The firstabc half, the seconddef half.!</paragraph></blockquote><paragraph>Two</paragraph>',
  );
});

it('letters stay in order when their block changes again before the server has typed the first one at its new place', () => {
  const { server, typist, other } = start(`<p>${SENTENCE}</p>`);
  typist.doc.clientID = createEditorId(0.5);
  server.doc.clientID = createServerEditorId(0.5);
  type(typist, SENTENCE, ' one');
  change(other, `<ul><li><p>${SENTENCE}</p></li></ul>`);
  deliver(server, other);
  deliver(server, typist);
  receive(typist, 1);
  change(other, `<h2>${SENTENCE}</h2>`);
  store(server);
  deliver(server, other);
  type(typist, SENTENCE, ' two');
  expect(settle(server)).toBe(`<heading level="2">${SENTENCE} one two</heading>`);
});

describe('a composition whose letters arrive late in one update', () => {
  const compose = (writer: BlockWriter, behind: string, steps: readonly string[]) => {
    const first = writer.sent.length;
    steps.forEach((step, index) => {
      if (index > 0) erase(writer, `${behind}${steps[index - 1]}`, steps[index - 1]?.length ?? 0);
      type(writer, behind, step);
    });
    const composed = writer.sent.splice(first);
    writer.sent.push({ update: mergeUpdates(composed.map(({ update }) => update)), seen: writer.seen });
  };
  it.each([
    ['a split', '<p>你好</p><p>世界</p>', '<paragraph>你好</paragraph><paragraph>世界美丽的</paragraph>'],
    ['a heading', '<h2>你好世界</h2>', '<heading level="2">你好世界美丽的</heading>'],
    ['a deletion', '', '<paragraph>美丽的</paragraph>'],
  ])('comes behind its neighbor after %s', (_name, to, expected) => {
    for (const isStored of [false, true]) {
      const { server, typist, other } = start('<p>Before</p><p>你好世界</p><p>After</p>');
      change(other, `<p>Before</p>${to}<p>After</p>`);
      deliver(server, other);
      if (isStored) store(server);
      compose(typist, '世界', ['mei', 'mei li', 'mei li de', '美丽的']);
      expect(settle(server)).toBe(`<paragraph>Before</paragraph>${expected}<paragraph>After</paragraph>`);
    }
  });
});

it('an offline writer comes back with many changes', () => {
  const { server, typist, other } = start(`<p>${SENTENCE}</p><p>Two words</p>`);
  for (const letter of 'abc') type(typist, 'first', letter);
  type(typist, 'Two', 'xyz');
  change(other, `<h2>${SENTENCE}</h2><p>Two words</p>`);
  deliver(server, other);
  store(server);
  receive(other);
  change(other, `<h2>The first half,</h2><p>the second half.</p><ul><li><p>Two words</p></li></ul>`);
  expect(settle(server, [other, typist])).toBe(
    '<heading level="2">The firstcba half,</heading><paragraph>the second half.</paragraph>' +
      '<bulletlist><listitem><paragraph>Twoxyz words</paragraph></listitem></bulletlist>',
  );
});

it('undo of the change keeps the text of the other person', () => {
  const { server, typist, other } = start(`<p>Before</p><p>${SENTENCE}</p>`);
  const undo = createUndo(other);
  type(typist, 'The first', 'abc');
  change(other, `<p>Before</p><h2>${SENTENCE}</h2>`);
  settle(server);
  type(typist, 'the second', 'def');
  settle(server);
  undo.undo();
  expect(settle(server)).toBe(
    '<paragraph>Before</paragraph><paragraph>The firstabc half, the seconddef half.</paragraph>',
  );
});

describe('two servers', () => {
  const begin = () => {
    const state = createState(`<p>${SENTENCE}</p>`);
    const [first, second] = [createServer(state), createServer(state)];
    const [typist, other] = [addWriter(first), addWriter(second)];
    other.doc.clientID = 2;
    type(typist, 'The first', 'abc');
    change(other, `<h2>${SENTENCE}</h2>`);
    deliver(first, typist);
    deliver(second, other);
    return [first, second] as const;
  };
  const expectOnce = (early: BlockServer, late: BlockServer) => {
    readStored(late, store(early) ?? new Uint8Array());
    readStored(early, store(late) ?? new Uint8Array());
    expect(store(early)).toBeUndefined();
    const expected = '<heading level="2">The firstabc half, the second half.</heading>';
    expect([printXml(early.doc), printXml(late.doc)]).toEqual([expected, expected]);
  };
  it('the text is typed again once when it is stored first', () => {
    const [first, second] = begin();
    expectOnce(first, second);
  });
  it('the text is typed again once when the change is stored first', () => {
    const [first, second] = begin();
    expectOnce(second, first);
  });
});

it('nothing more is stored when nothing was lost', () => {
  const { server, typist, other } = start(`<p>${SENTENCE}</p><p>Two</p>`);
  type(typist, 'Two', 'abc');
  change(other, `<h2>${SENTENCE}</h2><p>Two</p>`);
  deliver(server, typist);
  deliver(server, other);
  expect(server.lost).toEqual([]);
  const before = printXml(server.doc);
  store(server);
  expect(printXml(server.doc)).toBe(before);
  receive(typist);
  expect(printXml(typist.doc)).toBe(before);
});
