/** Elements of the editor: the same ones the server allows. */
import { Extension, Mark, mergeAttributes, Node, type Extensions } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';
import { isSafeLinkUrl } from '../../../common/text/safeLinkUrl';
import { suggestionExtensions } from './suggestions/suggestionMarks';

const inlineMark = (name: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag: name }],
    renderHTML: ({ HTMLAttributes }) => [name, HTMLAttributes, 0],
  });
const blockNode = (name: string, content: string) =>
  Node.create({
    name,
    group: 'block',
    content,
    parseHTML: () => [{ tag: name }],
    renderHTML: ({ HTMLAttributes }) => [name, HTMLAttributes, 0],
  });

/** Alignment is a class, because pages refuse style attributes. */
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
/** Without the column widths that the editor would write as styles. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', mergeAttributes(HTMLAttributes), ['tbody', 0]],
});

/** Shows an image from its full URL, while the document keeps the stored path. */
const imageNode = (fullUrl: (path: string) => string) =>
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
/** The same elements with full image URLs for display. `keepsHistory`: false in a shared draft, which has the history of Yjs, and suggestions. */
export const viewExtensions = (fullUrl: (path: string) => string, keepsHistory = true): Extensions =>
  createExtensions(keepsHistory).map((extension) => (extension === Image ? imageNode(fullUrl) : extension));

/**
 * Undo and redo take their keys also when there is nothing to do: the key map would try the key of redo without Shift then, which is undo, and
 * the browser would undo by itself.
 */
const HistoryKeys = Extension.create({
  name: 'historyKeys',
  // the extension for shared drafts has 1000
  priority: 1_001,
  addKeyboardShortcuts() {
    const redo = () => {
      this.editor.commands.redo();
      return true;
    };
    const undo = () => {
      this.editor.commands.undo();
      return true;
    };
    return { 'Mod-z': undo, 'Shift-Mod-z': redo, 'Mod-y': redo };
  },
});

const createExtensions = (keepsHistory: boolean): Extensions => [
  StarterKit.configure({
    ...(keepsHistory ? {} : { undoRedo: false }),
    heading: { levels: [2, 3, 4] },
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => isSafeLinkUrl(url),
      HTMLAttributes: { target: '_blank', rel: 'noopener nofollow' },
    },
  }),
  Image,
  PlainTable,
  TableRow,
  TableHeader,
  TableCell,
  inlineMark('sub'),
  inlineMark('sup'),
  blockNode('figure', 'block+'),
  blockNode('figcaption', 'inline*'),
  Align,
  HistoryKeys,
  ...(keepsHistory ? [] : suggestionExtensions),
];
export const editorExtensions: Extensions = createExtensions(true);
