/** What an update may insert into a draft, and what would break the editor of everybody in it. */
import { describe, expect, it } from '@jest/globals';
import {
  Doc,
  encodeStateAsUpdate,
  encodeStateVector,
  Map as SharedMap,
  XmlElement,
  XmlText,
  type XmlFragment,
} from 'yjs';
import { createDraftState, openDraftState, replaceContent } from '../draftContent';
import { findUpdateFault } from '../findUpdateFault';
import { parseHtmlDocument } from './parseHtmlDocument';

const EVERYTHING =
  '<h2 class="align-center">Title</h2><p>A <strong>bold <em>text</em></strong> with <a href="/x">a link</a>, <code>code</code><br>H<sub>2</sub>O</p>' +
  '<ul><li><p>one</p><ol start="3"><li><p>two</p></li></ol></li></ul><blockquote><p>quote</p></blockquote><hr>' +
  '<table><tr><th colspan="2"><p>head</p></th></tr><tr><td><p>a</p></td><td><p>b</p></td></tr></table>' +
  '<figure><img src="/storage/a.png" alt="A" width="100"><figcaption>caption</figcaption></figure><pre><code class="language-ts">let a;</code></pre>';

const isAcceptableUpdate = (doc: Doc, update: Uint8Array) => findUpdateFault(doc, update, () => true) === undefined;

/** Whether a draft with a paragraph accepts the change. */
function accepts(change: (fragment: XmlFragment, paragraph: XmlElement) => void): boolean {
  const server = openDraftState(createDraftState(parseHtmlDocument('<p>One</p>')));
  const client = openDraftState(encodeStateAsUpdate(server));
  const fragment = client.getXmlFragment('default');
  const [paragraph] = fragment.toArray();
  if (!(paragraph instanceof XmlElement)) throw new Error('no paragraph');
  client.transact(() => change(fragment, paragraph));
  return isAcceptableUpdate(server, encodeStateAsUpdate(client, encodeStateVector(server)));
}
function nest(levels: number): XmlElement {
  const outer = new XmlElement('blockquote');
  let inner = outer;
  for (let level = 1; level < levels; level += 1) {
    const next = new XmlElement('blockquote');
    inner.insert(0, [next]);
    inner = next;
  }
  return outer;
}
function createElement(tag: string, name: string, value: unknown): XmlElement {
  const element = new XmlElement(tag);
  Reflect.apply(element.setAttribute, element, [name, value]);
  return element;
}
const cell = (value: unknown, name = 'colspan') => createElement('tableCell', name, value);
const image = (src: string) => createElement('image', 'src', src);

describe('updates of a draft', () => {
  it('every element of the editor is accepted, as a whole and step by step', () => {
    const server = openDraftState(createDraftState(parseHtmlDocument('<p>One</p>')));
    const client = openDraftState(encodeStateAsUpdate(server));
    for (const html of [
      EVERYTHING,
      '<p>One</p>',
      EVERYTHING.replaceAll('two', '2').replaceAll('align-center', 'align-right'),
    ]) {
      const update = replaceContent(client, parseHtmlDocument(html));
      expect(isAcceptableUpdate(server, update)).toBe(true);
    }
    expect(isAcceptableUpdate(new Doc(), encodeStateAsUpdate(client))).toBe(true);
    expect(accepts((fragment) => fragment.insert(1, [nest(90)]))).toBe(true);
    expect(accepts((fragment) => fragment.insert(1, [cell([312, 80], 'colwidth')]))).toBe(true);
    expect(accepts((fragment) => fragment.insert(1, [image('/storage/a.png')]))).toBe(true);
  });

  it.each<[string, Parameters<typeof accepts>[0]]>([
    ['a map', (fragment) => Reflect.apply(fragment.insert, fragment, [0, [new SharedMap()]])],
    ['an unknown element', (fragment) => fragment.insert(0, [new XmlElement('script')])],
    ['a text outside an element', (fragment) => fragment.insert(0, [new XmlText('x')])],
    ['another root', ({ doc }) => doc?.getText('other').insert(0, 'x')],
    ['too many levels', (fragment) => fragment.insert(0, [nest(500)])],
    ['a huge span', (fragment) => fragment.insert(0, [cell(1e9)])],
    [
      'an attribute that is a type',
      (_, paragraph) => Reflect.apply(paragraph.setAttribute, paragraph, ['align', new XmlText('x')]),
    ],
    ['an attribute that no element has', (_, paragraph) => paragraph.setAttribute('onclick', 'x')],
    ['a long attribute', (_, paragraph) => paragraph.setAttribute('align', 'x'.repeat(5_000))],
    ['an image of another website', (fragment) => fragment.insert(0, [image('https://example.org/a.png')])],
    ['an image with code as address', (fragment) => fragment.insert(0, [image('javascript:alert(1)')])],
    [
      'a link with code as address',
      (_, paragraph) => textOf(paragraph).format(0, 2, { link: { href: 'javascript:alert(1)' } }),
    ],
    ['column widths that are no numbers', (fragment) => fragment.insert(0, [cell(['x'], 'colwidth')])],
    ['too many column widths', (fragment) => fragment.insert(0, [cell(new Array(500).fill(1), 'colwidth')])],
    ['a link without a text as address', (_, paragraph) => textOf(paragraph).format(0, 2, { link: { href: 5 } })],
    ['an unknown mark', (_, paragraph) => textOf(paragraph).format(0, 2, { blink: {} })],
    ['something embedded in text', (_, paragraph) => textOf(paragraph).insertEmbed(0, { a: 1 })],
  ])('%s is refused', (_, change) => {
    expect(accepts(change)).toBe(false);
  });

  it('an attribute that follows another value is refused by the name of that attribute', () => {
    const server = openDraftState(
      createDraftState(parseHtmlDocument('<table><tr><td colspan="2"><p>a</p></td></tr></table>')),
    );
    const client = openDraftState(encodeStateAsUpdate(server));
    const [found] = [
      ...client
        .getXmlFragment('default')
        .createTreeWalker((node) => node instanceof XmlElement && node.nodeName === 'tableCell'),
    ];
    if (!(found instanceof XmlElement)) throw new Error('no cell');
    const update = (value: number) => {
      const before = encodeStateVector(client);
      Reflect.apply(found.setAttribute, found, ['colspan', value]);
      return encodeStateAsUpdate(client, before);
    };
    expect(isAcceptableUpdate(server, update(3))).toBe(true);
    expect(isAcceptableUpdate(server, encodeStateAsUpdate(client))).toBe(true);
    update(1e9);
    expect(isAcceptableUpdate(server, encodeStateAsUpdate(client, encodeStateVector(server)))).toBe(false);
  });
});

function textOf(paragraph: XmlElement): XmlText {
  const text = paragraph.get(0);
  if (!(text instanceof XmlText)) throw new Error('no text');
  return text;
}
