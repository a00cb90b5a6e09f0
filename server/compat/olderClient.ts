/**
 * Recognizes requests of older clients, and knows the addresses that their responses contain. There are two: the first client writes
 * `createtime` and `search[]=<JSON>`, the second client `create_time` and `search[0][field]` (see `server/docs/older-clients.md`).
 */
import type { IncomingMessage } from 'node:http';
import type { Services } from '../context';

/** Older clients send the Accept header of axios; our own pages send the one of `fetch`. Programs with an API token are not such clients. */
export function isOlderClient({ headers }: IncomingMessage): boolean {
  const { accept = '', authorization } = headers;
  return authorization === undefined && accept.includes('application/json') && accept.includes('text/plain');
}

/** The address of this server, as the client reaches it. */
export const serverOrigin = ({ env }: Pick<Services, 'env'>, { headers, socket }: IncomingMessage): string =>
  env.publicUrl ?? `${'encrypted' in socket ? 'https' : 'http'}://${headers.host ?? 'localhost'}`;

/** The picture of people without one. */
export const DEFAULT_AVATAR_PATH = '/static/images/avatar.png';

/** The path of a file of this server whose whole address these clients have; other values as they are. */
export const toOwnPath = (value: unknown, origin: string): unknown =>
  typeof value === 'string' && value.startsWith(`${origin}/`) ? value.slice(origin.length) : value;

/** The stored picture of a person; undefined for the default picture, which is not stored. */
export const fromCompatAvatar = (value: unknown, origin: string): unknown =>
  typeof value === 'string' && DEFAULT_AVATAR.test(value) ? undefined : toOwnPath(value, origin);
/** The client may have got it under another name of this server. */
const DEFAULT_AVATAR = /^(?:https?:\/\/[^/?#]+)?\/static\/images\/avatar\.png$/i;
