/** The public origin of links in mails, against host header injection: the Host header of a request is never used for it. */
import type { Env } from '../../../config/env';

type OriginEnv = Pick<Env, 'publicUrl' | 'host' | 'port'>;

/** The URL that the server prints when it is ready. */
export function readyUrl({ host }: Pick<Env, 'host'>, port: number): string {
  const displayHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${displayHost}:${port}`;
}

/** `PUBLIC_URL`, else the URL of the ready line. */
export const publicOrigin = (env: OriginEnv): string => env.publicUrl ?? readyUrl(env, env.port);
