/** What a formatted text is made of in the editor; it writes the same elements as the server lets pass. */
import { Extension, Mark, mergeAttributes, Node, type Extensions } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';

const markOf = (name: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag: name }],
    renderHTML: ({ HTMLAttributes }) => [name, HTMLAttributes, 0],
  });
const nodeOf = (name: string, content: string) =>
  Node.create({
    name,
    group: 'block',
    content,
    parseHTML: () => [{ tag: name }],
    renderHTML: ({ HTMLAttributes }) => [name, HTMLAttributes, 0],
  });

/** Where a text stands is a class: pages refuse style attributes. */
const Align = Extension.create({
  name: 'align',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        align: {
          default: null,
          parseHTML: (element: HTMLElement) => /\balign-(center|right|justify)\b/.exec(element.className)?.[1] ?? null,
          renderHTML: ({ align }: Record<string, unknown>) =>
            typeof align === 'string' ? { class: `align-${align}` } : {},
        },
      },
    },
  ],
});
/** Without the widths the editor would write as styles. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', mergeAttributes(HTMLAttributes), ['tbody', 0]],
});

/** Addresses a link may have. */
export const isLinkAddress = (address: string): boolean =>
  /^(?:https?:\/\/\S+|mailto:[^\s@]+@\S+|[/?#](?!\/)\S*)$/i.test(address) && !address.includes('\\');

/** Shows a picture from where it lies, while the text keeps the path that was stored. */
const placedImage = (fullUrl: (path: string) => string) =>
  Image.extend({
    addNodeView: () => (view) => {
      const dom = document.createElement('img');
      const show = (attributes: Readonly<Record<string, unknown>>) => {
        for (const [name, value] of Object.entries(attributes)) {
          if (typeof value !== 'string' && typeof value !== 'number') dom.removeAttribute(name);
          else dom.setAttribute(name, name === 'src' ? fullUrl(String(value)) : String(value));
        }
      };
      show(view.node.attrs);
      return {
        dom,
        update: (next) => {
          if (next.type !== view.node.type) return false;
          show(next.attrs);
          return true;
        },
      };
    },
  });
/** The same elements as they are shown to whoever edits them. */
export const shownExtensions = (fullUrl: (path: string) => string): Extensions =>
  richExtensions.map((extension) => (extension === Image ? placedImage(fullUrl) : extension));

export const richExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => isLinkAddress(address),
      HTMLAttributes: { target: '_blank', rel: 'noopener nofollow' },
    },
  }),
  Image,
  PlainTable,
  TableRow,
  TableHeader,
  TableCell,
  markOf('sub'),
  markOf('sup'),
  nodeOf('figure', 'block+'),
  nodeOf('figcaption', 'inline*'),
  Align,
];
