/** Prints a ProseMirror document of formatted text as HTML that `parseHtmlDocument` parses into the same document. */
import type { Attrs, Mark, Node } from '@tiptap/pm/model';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/** The tag with those attributes that have a value. */
function openTag(name: string, attributes: Readonly<Record<string, unknown>> = {}): string {
  const written = Object.entries(attributes).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  return `<${name}${written.map(([key, value]) => ` ${key}="${escapeHtml(String(value))}"`).join('')}>`;
}
const wrap = (name: string, content: string, attributes?: Readonly<Record<string, unknown>>): string =>
  `${openTag(name, attributes)}${content}</${name}>`;
const alignClass = ({ align }: Attrs) => ({ class: typeof align === 'string' ? `align-${align}` : null });

const TAGS_OF_MARKS: Readonly<Record<string, string>> = {
  bold: 'strong',
  code: 'code',
  italic: 'em',
  strike: 's',
  underline: 'u',
  sub: 'sub',
  sup: 'sup',
};
function printMark(content: string, { type, attrs }: Mark): string {
  const { href, target, rel } = attrs;
  if (type.name === 'link') return wrap('a', content, { href, target, rel });
  const tag = TAGS_OF_MARKS[type.name];
  return tag === undefined ? content : wrap(tag, content);
}

const printCell =
  (tag: string) =>
  (content: string, { colspan, rowspan }: Attrs) =>
    wrap(tag, content, { colspan, rowspan });
const printWith = (tag: string) => (content: string) => wrap(tag, content);
const PRINTERS: Readonly<Record<string, (content: string, attrs: Attrs) => string>> = {
  doc: (content) => content,
  paragraph: (content, attrs) => wrap('p', content, alignClass(attrs)),
  heading: (content, attrs) => wrap(`h${attrs['level']}`, content, alignClass(attrs)),
  blockquote: printWith('blockquote'),
  bulletList: printWith('ul'),
  orderedList: (content, { start }) => wrap('ol', content, { start }),
  listItem: printWith('li'),
  codeBlock: (content, { language }) =>
    wrap('pre', wrap('code', content, { class: typeof language === 'string' ? `language-${language}` : null })),
  hardBreak: () => '<br />',
  horizontalRule: () => '<hr />',
  image: (_content, attrs) => openTag('img', attrs),
  table: (content) => wrap('table', wrap('tbody', content)),
  tableRow: printWith('tr'),
  tableHeader: printCell('th'),
  tableCell: printCell('td'),
  figure: printWith('figure'),
  figcaption: printWith('figcaption'),
};

/** A document without suggestions as HTML. */
export function printHtmlDocument(node: Node): string {
  const content = node.isText ? escapeHtml(node.text ?? '') : node.children.map(printHtmlDocument).join('');
  const printed = node.isText ? content : (PRINTERS[node.type.name]?.(content, node.attrs) ?? content);
  return [...node.marks].reverse().reduce(printMark, printed);
}
