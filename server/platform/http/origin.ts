/** The one origin of links in mails: what a request says of its host counts for nothing (T7.11). */
import type { Env } from '../../../config/env';

type Place = Pick<Env, 'publicUrl' | 'host' | 'port'>;

/** The address a server prints when it is ready. */
export function readyUrl({ host }: Pick<Env, 'host'>, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}

/** `PUBLIC_URL`, else the address of the ready line. */
export const originOf = (env: Place): string => env.publicUrl ?? readyUrl(env, env.port);
