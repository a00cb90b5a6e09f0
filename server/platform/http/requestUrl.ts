/** Parses a request URL. Every path has one canonical spelling; any other is not found. */
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';

export interface RequestUrl {
  /** In lower case: the form that routes and guards compare. */
  readonly path: string;
  /** As it was sent: the names of built assets and stored files are case-sensitive. */
  readonly rawPath: string;
  readonly query: QueryParams;
}
/** `name[]` may occur several times, every other name once. */
export type QueryParams = Readonly<Record<string, string | readonly string[]>>;

const CANONICAL_PATH = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$|^\/$/;
/** The only screen whose address contains another address. */
const IFRAME_PATH = /^\/(admin|user)\/iframe\/[A-Za-z0-9._~%-]+$/i;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** The parts of a request URL; undefined when its path is not canonical. */
export function parseRequestUrl(url: string): RequestUrl | undefined {
  const index = url.indexOf('?');
  const rawPath = index < 0 ? url : url.slice(0, index);
  if (url.length > LIMITS.urlChars) throw fault('url.too_long');
  if (!CANONICAL_PATH.test(rawPath) && !IFRAME_PATH.test(rawPath)) return undefined;
  return { path: rawPath.toLowerCase(), rawPath, query: index < 0 ? {} : parseQueryString(url.slice(index + 1)) };
}

/**
 * The parts of the address of a page, which visitors also get from other sites: of names that occur several times the first counts, and
 * broken ones are ignored. Error: `url.too_long`.
 */
export function parsePageUrl(url: string): RequestUrl | undefined {
  const index = url.indexOf('?');
  const target = parseRequestUrl(index < 0 ? url : url.slice(0, index));
  if (url.length > LIMITS.urlChars) throw fault('url.too_long');
  if (target === undefined || index < 0) return target;
  const query: Record<string, string | readonly string[]> = {};
  for (const pair of url.slice(index + 1).split('&', LIMITS.queryKeys))
    Object.assign(query, { ...readPair(pair), ...query });
  return { ...target, query };
}

/** One pair of a query; empty when it is broken. */
function readPair(pair: string): QueryParams {
  try {
    return parseQueryString(pair);
  } catch {
    return {};
  }
}

/** Parses a query string strictly: refuses broken UTF-8, duplicate names and names that reach prototypes. */
export function parseQueryString(text: string): QueryParams {
  const query = Object.create(null) as Record<string, string | string[]>; // without a prototype to reach
  const pairs = text === '' ? [] : text.split('&');
  if (pairs.length > LIMITS.queryKeys + LIMITS.maxBulkIds) throw fault('request.malformed');
  for (const pair of pairs) {
    if (pair === '') continue;
    const index = pair.indexOf('=');
    addParam(query, decode(index < 0 ? pair : pair.slice(0, index)), index < 0 ? '' : decode(pair.slice(index + 1)));
  }
  if (Object.keys(query).length > LIMITS.queryKeys) throw fault('request.malformed');
  return query;
}

function addParam(query: Record<string, string | string[]>, name: string, value: string): void {
  if (name === '' || name.split(/[[\].]/).some((part) => FORBIDDEN_KEYS.has(part))) throw fault('request.malformed');
  const existing = query[name];
  if (!name.endsWith('[]')) {
    if (existing !== undefined) throw fault('request.malformed');
    query[name] = value;
  } else if (Array.isArray(existing)) existing.push(value);
  else query[name] = [value];
}

function decode(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw fault('request.malformed');
  }
  if (decoded.includes('\0')) throw fault('request.malformed');
  return decoded;
}
