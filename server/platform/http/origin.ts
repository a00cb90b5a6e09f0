/** The one origin of links in mails: what a request says of its host counts for nothing (T7.11). */
import type { Env } from '../../../config/env';

type OriginEnv = Pick<Env, 'publicUrl' | 'host' | 'port'>;

/** The address a server prints when it is ready. */
export function readyUrl({ host }: Pick<Env, 'host'>, port: number): string {
  const displayHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${displayHost}:${port}`;
}

/** `PUBLIC_URL`, else the address of the ready line. */
export const publicOrigin = (env: OriginEnv): string => env.publicUrl ?? readyUrl(env, env.port);
