/** The content of a shared draft: one Yjs fragment, converted from and compared with ProseMirror documents. */
import { Fragment, type Node } from '@tiptap/pm/model';
import { updateYFragment, yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap';
import { applyUpdate, encodeStateAsUpdate, encodeStateVector, Doc, type XmlFragment } from 'yjs';
import { DRAFT_FRAGMENT } from '../../../common/protocol/sharedDraft';
import { keepFormats } from '../../../common/text/richText/keepFormats';
import { carrySuggestions } from '../../../common/text/richText/carrySuggestions';
import { createServerEditorId } from './people/editorIds';
import { richTextSchema } from './richText/richTextSchema';
import { isSuggestionContent } from './suggestions/suggestionFormats';
import { listSuggestions, removeSuggestions } from './suggestions/suggestions';
import { mergeWithoutDeletedText } from './withoutDeletedText';

const getFragment = (doc: Doc): XmlFragment => doc.getXmlFragment(DRAFT_FRAGMENT);

/** Changes the content to a document; equal parts keep their identity, so cursors and concurrent edits in them survive. */
export function replaceContent(doc: Doc, content: Node): Uint8Array {
  const before = encodeStateVector(doc);
  doc.transact(() => {
    updateYFragment(doc, getFragment(doc), content, { mapping: new Map(), isOMark: new Map() });
  });
  return encodeStateAsUpdate(doc, before);
}

/** Changes the text to a document, as `replaceContent` does, and keeps the suggestions that fit. */
export function replaceText(doc: Doc, content: Node): { readonly update: Uint8Array; readonly lost: number } {
  const { blocks, lostBlocks } = carrySuggestions(getDocument(doc), content, removeSuggestions);
  const update = replaceContent(doc, content.copy(Fragment.fromArray([...blocks])));
  const lost = new Set(lostBlocks.flatMap((block) => [...listSuggestions(block)]));
  return { update, lost: lost.size };
}

/** An empty document that changes drafts for the server. */
function createServerDoc(): Doc {
  // undo brings back a suggestion that somebody decided about
  const doc = new Doc({ gcFilter: ({ content }) => !isSuggestionContent(content) });
  doc.clientID = createServerEditorId(Math.random());
  return doc;
}

/** The state of a new draft with this content. */
export function createDraftState(content: Node): Uint8Array {
  const doc = createServerDoc();
  replaceContent(doc, content);
  const state = encodeStateAsUpdate(doc);
  doc.destroy();
  return state;
}

/** A draft in memory from its stored state. */
export function openDraftState(state: Uint8Array): Doc {
  const doc = createServerDoc();
  keepFormats(doc);
  applyUpdate(doc, state);
  // Yjs gives the root its type when it is first asked for
  getFragment(doc);
  return doc;
}

/** A document whose Yjs structs are built when they are first needed. */
export interface StoredDocument {
  readonly open: () => Doc;
  readonly isOpen: () => boolean;
  /** The whole state as an update; the stored snapshot itself while the document is not open. */
  readonly encode: () => Uint8Array;
  readonly destroy: () => void;
}
/** The document of a stored draft. A snapshot alone has no deleted text, so it can go to a client as it is; updates after it can have some. */
export function createStoredDocument(stored: readonly Uint8Array[]): StoredDocument {
  let parts = stored;
  let opened: Doc | undefined;
  const getState = (): Uint8Array => {
    if (parts.length > 1) parts = [mergeWithoutDeletedText(parts)];
    return parts[0] ?? new Uint8Array();
  };
  return {
    // Yjs takes several times as long to apply the updates one by one
    open: () => (opened ??= openDraftState(getState())),
    isOpen: () => opened !== undefined,
    encode: () => (opened === undefined ? getState() : encodeStateAsUpdate(opened)),
    destroy: () => opened?.destroy(),
  };
}

/** The document of a draft, suggestions included. */
export function getDocument(doc: Doc): Node {
  // the conversion deletes nodes that the schema does not allow
  const copy = openDraftState(encodeStateAsUpdate(doc));
  const document = yXmlFragmentToProseMirrorRootNode(getFragment(copy), richTextSchema);
  copy.destroy();
  return document;
}

/** Whether the draft shows exactly this document when its suggestions are left out. */
const hasContent = (doc: Doc, content: Node): boolean => removeSuggestions(getDocument(doc)).eq(content);
/** `hasContent`; undefined when the document of the draft cannot be read. */
export function matchesContent(doc: Doc, content: Node): boolean | undefined {
  try {
    return hasContent(doc, content);
  } catch {
    return undefined;
  }
}
