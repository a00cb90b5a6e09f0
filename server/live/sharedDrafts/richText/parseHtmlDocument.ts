/**
 * Parses stored HTML into a ProseMirror document without a browser: `htmlparser2` reads the tags, and the elements below have the part of
 * the DOM that the parser of ProseMirror reads.
 */
import { DOMParser, type Node } from '@tiptap/pm/model';
import { Parser } from 'htmlparser2';
import { richTextSchema } from './richTextSchema';

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

class HtmlNode {
  parentNode: HtmlNode | null = null;
  firstChild: HtmlNode | null = null;
  lastChild: HtmlNode | null = null;
  nextSibling: HtmlNode | null = null;
  previousSibling: HtmlNode | null = null;
  constructor(
    readonly nodeType: typeof ELEMENT_NODE | typeof TEXT_NODE,
    readonly nodeName: string,
    readonly nodeValue: string | null,
    private readonly attributes: Readonly<Record<string, string>>,
  ) {}
  get tagName(): string {
    return this.nodeName;
  }
  getAttribute(name: string): string | null {
    return Object.hasOwn(this.attributes, name) ? (this.attributes[name] ?? null) : null;
  }
  hasAttribute(name: string): boolean {
    return Object.hasOwn(this.attributes, name);
  }
  /** The rules of the schema name elements by their tag alone. */
  matches(selector: string): boolean {
    return this.nodeType === ELEMENT_NODE && selector === this.nodeName.toLowerCase();
  }
  appendChild(child: HtmlNode): void {
    child.detach();
    child.parentNode = this;
    child.previousSibling = this.lastChild;
    if (this.lastChild === null) this.firstChild = child;
    else this.lastChild.nextSibling = child;
    this.lastChild = child;
  }
  private detach(): void {
    const { parentNode, previousSibling, nextSibling } = this;
    if (previousSibling !== null) previousSibling.nextSibling = nextSibling;
    else if (parentNode !== null) parentNode.firstChild = nextSibling;
    if (nextSibling !== null) nextSibling.previousSibling = previousSibling;
    else if (parentNode !== null) parentNode.lastChild = previousSibling;
    [this.parentNode, this.previousSibling, this.nextSibling] = [null, null, null];
  }
}

const createElement = (tag: string, attributes: Readonly<Record<string, string>>) =>
  new HtmlNode(ELEMENT_NODE, tag.toUpperCase(), null, attributes);

/** The elements of an HTML text as children of one element. */
function parseHtml(html: string): HtmlNode {
  const root = createElement('div', {});
  let open = root;
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        const element = createElement(tag, attributes);
        open.appendChild(element);
        open = element;
      },
      ontext: (text) => open.appendChild(new HtmlNode(TEXT_NODE, '#text', text, {})),
      onclosetag: () => {
        open = open.parentNode ?? root;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return root;
}

const parser = DOMParser.fromSchema(richTextSchema);

/** A formatted text as the document that the editor shows for it; null is an empty text. `keepsSpaces`: spaces in a row stay as they are. */
export const parseHtmlDocument = (html: string | null, { keepsSpaces = false } = {}): Node =>
  // the parser reads only the members that `HtmlNode` has
  parser.parse(parseHtml(html ?? '') as unknown as globalThis.Node, keepsSpaces ? { preserveWhitespace: 'full' } : {});
