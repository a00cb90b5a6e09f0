/** Streaming XML reader (tags and texts) for spreadsheets; supports no document types and no custom entities, so no XXE. */
import { fault } from '../../../common/protocol/faults';

/** Characters of one tag or of one text between two tags. */
const MAX_TOKEN = 1024 * 1024;

export interface XmlHandler {
  /** `name` has no prefix. */
  readonly onOpen: (name: string, attribute: (name: string) => string | undefined) => void;
  readonly onClose: (name: string) => void;
  readonly onText: (text: string) => void;
}
interface XmlReader {
  readonly push: (text: string) => void;
}

const broken = () => fault('import.archive');
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decodeEntity(entity: string): string {
  if (!entity.startsWith('#')) return ENTITIES[entity] ?? `&${entity};`;
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number.parseInt(entity.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
/** Replaces character references. */
const decodeXml = (text: string): string =>
  text.includes('&') ? text.replaceAll(/&(#?\w{1,8});/g, (_, entity: string) => decodeEntity(entity)) : text;

/** The value of an attribute in the text of a tag. */
function findAttribute(tag: string, name: string): string | undefined {
  for (const quote of ['"', "'"]) {
    for (const blank of [' ', '\n', '\t', '\r', ':']) {
      const start = tag.indexOf(`${blank}${name}=${quote}`);
      if (start < 0) continue;
      const from = start + name.length + 3;
      const end = tag.indexOf(quote, from);
      if (end >= 0) return decodeXml(tag.slice(from, end));
    }
  }
  return undefined;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function readTag(handler: XmlHandler, tag: string): void {
  if (tag.startsWith('/')) {
    handler.onClose(localName(tag.slice(1).trim()));
    return;
  }
  const isEmpty = tag.endsWith('/');
  const content = isEmpty ? tag.slice(0, -1) : tag;
  const name = localName(/^[^\s/]*/.exec(content)?.[0] ?? '');
  handler.onOpen(name, (attribute) => findAttribute(content, attribute));
  if (isEmpty) handler.onClose(name);
}

/** Returns the end index of the tag that begins at `start`: the first `>` outside quotes; -1 when the tag is incomplete. */
function findTagEnd(text: string, start: number): number {
  let quote = '';
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '>') return at;
    else if (character === '"' || character === "'") quote = character;
  }
  return -1;
}

const SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** Reads one token from a position and returns the next position; -1 when the token has not ended. */
function readToken(handler: XmlHandler, text: string, at: number): number {
  if (text[at] !== '<') {
    const end = text.indexOf('<', at);
    if (end < 0) return -1;
    handler.onText(decodeXml(text.slice(at, end)));
    return end;
  }
  for (const [opening, closing] of SECTIONS) {
    if (!text.startsWith(opening, at)) continue;
    const end = text.indexOf(closing, at + opening.length);
    if (end < 0) return -1;
    if (opening === '<![CDATA[') handler.onText(text.slice(at + opening.length, end));
    return end + closing.length;
  }
  // The beginning of a section may still be incomplete.
  if (text.length - at < 9 && !text.includes('>', at)) return -1;
  if (text.startsWith('<!', at)) throw broken();
  const end = findTagEnd(text, at + 1);
  if (end < 0) return -1;
  readTag(handler, text.slice(at + 1, end));
  return end + 1;
}

/** Error of `push`: `import.archive` for a document type, and for a tag or text without end. */
export function createXmlReader(handler: XmlHandler): XmlReader {
  let waiting = '';
  return {
    push: (part) => {
      const text = waiting + part;
      let at = 0;
      while (at < text.length) {
        const next = readToken(handler, text, at);
        if (next < 0) break;
        at = next;
      }
      waiting = text.slice(at);
      if (waiting.length > MAX_TOKEN) throw broken();
    },
  };
}
