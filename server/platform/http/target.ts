/** One spelling for one thing: a request target is either canonical, or it names nothing. */
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';

export interface Target {
  /** Lower case: the one form that is matched and guarded. */
  readonly path: string;
  /** As it was sent; the names of built assets and stored files know upper and lower case. */
  readonly written: string;
  readonly query: Query;
}
/** `name[]` keeps a list, every other name stands once. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

const SEGMENTS = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$|^\/$/;
/** The one screen whose address carries another address (specification, point 2). */
const FRAMED = /^\/(admin|user)\/iframe\/[A-Za-z0-9._~%-]+$/i;
const POISON = new Set(['__proto__', 'constructor', 'prototype']);

/** The parts of a request target; `undefined` when the path is spelled in any way but the canonical one. */
export function readTarget(url: string): Target | undefined {
  const at = url.indexOf('?');
  const written = at < 0 ? url : url.slice(0, at);
  if (url.length > LIMITS.url) throw fault('url.too_long');
  if (!SEGMENTS.test(written) && !FRAMED.test(written)) return undefined;
  return { path: written.toLowerCase(), written, query: at < 0 ? {} : readQuery(url.slice(at + 1)) };
}

/** Reads a query string strictly: broken UTF-8, a name given twice and names that reach into prototypes are refused. */
export function readQuery(text: string): Query {
  const query = Object.create(null) as Record<string, string | string[]>; // without a prototype to reach into
  const pairs = text === '' ? [] : text.split('&');
  if (pairs.length > LIMITS.queryKeys + LIMITS.bulk) throw fault('request.malformed');
  for (const pair of pairs) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    add(query, decode(at < 0 ? pair : pair.slice(0, at)), at < 0 ? '' : decode(pair.slice(at + 1)));
  }
  if (Object.keys(query).length > LIMITS.queryKeys) throw fault('request.malformed');
  return query;
}

function add(query: Record<string, string | string[]>, name: string, value: string): void {
  if (name === '' || name.split(/[[\].]/).some((part) => POISON.has(part))) throw fault('request.malformed');
  const known = query[name];
  if (!name.endsWith('[]')) {
    if (known !== undefined) throw fault('request.malformed');
    query[name] = value;
  } else if (Array.isArray(known)) known.push(value);
  else query[name] = [value];
}

function decode(text: string): string {
  let plain: string;
  try {
    plain = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw fault('request.malformed');
  }
  if (plain.includes('\0')) throw fault('request.malformed');
  return plain;
}
