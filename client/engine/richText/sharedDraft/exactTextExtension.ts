/**
 * Writes text into the shared draft where it was typed. The library compares texts without their marks: it would take a letter before an equal
 * one for the second of the two, and a suggestion would then contain a letter of the text.
 */
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, type EditorState } from '@tiptap/pm/state';
import { ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import { XmlElement, XmlText, type XmlFragment } from 'yjs';
import { DELETION, INSERTION } from '../../../../common/text/richText/draftSuggestion';

type Attributes = Readonly<Record<string, unknown>>;
interface Run {
  readonly insert: string;
  readonly attributes?: Attributes;
}
/** The members of the library's binding that are used here; its own types leave the method out. */
interface Binding extends Pick<ProsemirrorBinding, 'doc' | 'type' | 'mapping'> {
  _prosemirrorChanged: (document: Node) => void;
}

const isSuggested = ({ attributes = {} }: Run): boolean => INSERTION in attributes || DELETION in attributes;
const toRun = ({ text = '', marks }: Node): Run => ({
  insert: text,
  attributes: Object.fromEntries(marks.map(({ type, attrs }) => [type.name, attrs])),
});
/** The marks of each character, in a form that can be compared. */
const listMarks = (runs: readonly Run[]): readonly string[] =>
  runs.flatMap(({ insert, attributes = {} }) => {
    const names = Object.keys(attributes).sort((a, b) => (a < b ? -1 : 1));
    const marks = JSON.stringify(names.map((name) => [name, attributes[name]]));
    return Array.from({ length: insert.length }, () => marks);
  });
const printText = (runs: readonly Run[]): string => runs.map(({ insert }) => insert).join('');

interface Comparison {
  readonly text: string;
  readonly marks: readonly string[];
}
const splitsPair = (text: string, at: number): boolean => /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1));
/**
 * Where the longer of two texts has characters that the other lacks: of all places that give the same text, the one at which most
 * characters keep their marks. Undefined when the texts differ otherwise.
 */
export function findAddedPlace(shorter: Comparison, longer: Comparison): number | undefined {
  const added = longer.text.length - shorter.text.length;
  let last = 0;
  while (last < shorter.text.length && shorter.text[last] === longer.text[last]) last += 1;
  if (!longer.text.endsWith(shorter.text.slice(last))) return undefined;
  let [best, gain, bestGain] = [last, 0, 0];
  for (let at = last - 1; at >= 0 && shorter.text[at] === longer.text[at + added]; at -= 1) {
    const marks = shorter.marks[at];
    gain += Number(marks === longer.marks[at + added]) - Number(marks === longer.marks[at]);
    if (gain > bestGain && !splitsPair(longer.text, at)) [best, bestGain] = [at, gain];
  }
  return best;
}

/** The parts of runs from one character to another. */
function sliceRuns(runs: readonly Run[], from: number, to: number): readonly Run[] {
  let start = 0;
  return runs.flatMap((run) => {
    const insert = run.insert.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += run.insert.length;
    return insert === '' ? [] : [{ ...run, insert }];
  });
}
/** Inserts or deletes the characters in which a text differs from its nodes; the library writes all other differences. Returns whether it differs. */
function writeText(text: XmlText, nodes: readonly Node[]): boolean {
  const [old, next] = [text.toDelta() as readonly Run[], nodes.map(toRun)];
  if (old.some(({ insert }) => typeof insert !== 'string')) return true;
  const [before, after] = [old, next].map((runs): Comparison => ({ text: printText(runs), marks: listMarks(runs) }));
  if (before === undefined || after === undefined) return true;
  const { length } = before.text;
  if (before.text === after.text) return before.marks.join() !== after.marks.join();
  if (![...old, ...next].some(isSuggested)) return true;
  if (after.text.length > length) {
    const at = findAddedPlace(before, after);
    let place = at ?? 0;
    for (const { insert, attributes } of at === undefined ? [] : sliceRuns(next, at, at + after.text.length - length)) {
      text.insert(place, insert, { ...attributes });
      place += insert.length;
    }
  } else if (after.text.length < length) {
    const at = findAddedPlace(after, before);
    if (at !== undefined) text.delete(at, length - after.text.length);
  }
  return true;
}

type Child = Node | readonly Node[];
const isTextGroup = (child: Child): child is readonly Node[] => Array.isArray(child);
/** The children of a node; texts in a row are one. */
function listChildren({ children }: Node): readonly Child[] {
  const groups: (Node | Node[])[] = [];
  for (const child of children) {
    const last = groups.at(-1);
    if (child.isText && Array.isArray(last)) last.push(child);
    else groups.push(child.isText ? [child] : child);
  }
  return groups;
}
function hasAttributes(element: XmlElement, { attrs }: Node): boolean {
  const own: Attributes = element.getAttributes();
  return [...new Set([...Object.keys(own), ...Object.keys(attrs)])].every(
    (name) => (own[name] ?? null) === ((attrs as Attributes)[name] ?? null),
  );
}
/** Writes the first text in which the draft differs from the document, if that is the first difference; returns whether there is any. */
function writeFirstDifference(binding: Binding, parent: XmlFragment | XmlElement, node: Node): boolean {
  const [own, children] = [parent.toArray(), listChildren(node)];
  for (const [index, child] of children.entries()) {
    const type = own[index];
    if (isTextGroup(child)) {
      if (!(type instanceof XmlText) || writeText(type, child)) return true;
      continue;
    }
    if (!(type instanceof XmlElement) || type.nodeName !== child.type.name) return true;
    if (binding.mapping.get(type) === child) continue;
    if (!hasAttributes(type, child) || writeFirstDifference(binding, type, child)) return true;
  }
  return own.length !== children.length;
}

/** Bindings that write exactly already. */
const exactBindings = new WeakSet();
function makeExact(state: EditorState): void {
  const binding = (ySyncPluginKey.getState(state) as { readonly binding: Binding } | undefined)?.binding;
  if (binding === undefined || exactBindings.has(binding)) return;
  exactBindings.add(binding);
  const write = binding._prosemirrorChanged.bind(binding);
  binding._prosemirrorChanged = (document) =>
    binding.doc.transact(() => {
      writeFirstDifference(binding, binding.type, document);
      write(document);
    }, ySyncPluginKey);
}

export const exactTextExtension = Extension.create({
  name: 'exactText',
  addProseMirrorPlugins: () => [
    new Plugin({
      view: ({ state }) => {
        makeExact(state);
        return {};
      },
    }),
  ],
});
