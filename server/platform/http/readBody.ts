/** Reads and checks a JSON body: size, type, encoding, UTF-8, depth and keys, before any code uses it. */
import type { IncomingMessage } from 'node:http';
import { isObject } from '../../../common/json';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';

export type RequestBody = Readonly<Record<string, unknown>>;

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads the JSON object of a request; a missing body is an empty object. */
export async function readBody(request: IncomingMessage, limit: number): Promise<RequestBody> {
  const { headers } = request;
  assertReadable(request, limit);
  if (isEmpty(request)) return {};
  if (!isJson(headers['content-type'])) throw fault('body.type');
  return parseBody(await readText(request, limit));
}

/** Reads the bytes of a body of any type. Throws `body.too_large`, and `body.type` for a compressed one. */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  assertReadable(request, limit);
  return isEmpty(request) ? Buffer.alloc(0) : readAll(request, limit);
}

function assertReadable({ headers }: IncomingMessage, limit: number): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw fault('body.type');
  if (Number(headers['content-length'] ?? 0) > limit) throw fault('body.too_large');
}

const isEmpty = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

const isJson = (type: string | undefined): boolean =>
  type !== undefined && /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(type.trim());

/** Reads a body in UTF-8. Errors: `body.too_large`, `request.malformed`. */
export const readText = async (request: IncomingMessage, limit: number): Promise<string> =>
  decode(await readAll(request, limit));

async function readAll(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer; // a stream without an encoding yields Buffers
    size += bytes.length;
    if (size > limit) throw fault('body.too_large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw fault('request.malformed');
  }
}

/** Parses a JSON object after the scan for depth and keys. */
export function parseBody(text: string): RequestBody {
  scanJson(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault('request.malformed');
  }
  if (!isObject(value)) throw fault('request.malformed');
  checkValues(value);
  return value;
}

/** Scans the text before it is parsed: depth, number of keys, duplicate keys, and keys that reach prototypes. */
function scanJson(text: string): void {
  const openScopes: (Set<string> | null)[] = [];
  const count = { keys: 0 };
  for (let position = 0; position < text.length; position += 1) {
    const charCode = text.charCodeAt(position);
    if (charCode === 0x7b || charCode === 0x5b) {
      openScopes.push(charCode === 0x7b ? new Set() : null);
      if (openScopes.length > LIMITS.jsonBodyDepth) throw fault('request.malformed');
    } else if (charCode === 0x7d || charCode === 0x5d) openScopes.pop();
    else if (charCode === 0x22) {
      const end = endOfString(text, position);
      const keys = openScopes.at(-1);
      if (keys && isKey(text, end)) recordKey(keys, text.slice(position, end + 1), count);
      position = end;
    }
  }
}

function endOfString(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length && text.charCodeAt(position) !== 0x22)
    position += text.charCodeAt(position) === 0x5c ? 2 : 1;
  return position;
}

function isKey(text: string, end: number): boolean {
  let position = end + 1;
  while (position < text.length && text.charCodeAt(position) <= 0x20) position += 1;
  return text.charCodeAt(position) === 0x3a;
}

function recordKey(keys: Set<string>, quoted: string, count: { keys: number }): void {
  count.keys += 1;
  if (count.keys > LIMITS.jsonBodyKeys) throw fault('request.malformed');
  let name: unknown = quoted.slice(1, -1);
  try {
    if (quoted.includes('\\')) name = JSON.parse(quoted);
  } catch {
    throw fault('request.malformed');
  }
  if (typeof name !== 'string' || FORBIDDEN_KEYS.has(name) || keys.has(name)) throw fault('request.malformed');
  keys.add(name);
}

/** Refuses numbers out of range, NUL and lone surrogates, which no field allows. */
function checkValues(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw fault('request.malformed');
  if (typeof value === 'string' && (value.includes('\0') || !isWellFormed(value))) throw fault('request.malformed');
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    checkValues(name);
    checkValues(inner);
  }
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
