/** Health checks for probes. `/livez`: the process responds. `/readyz`: it accepts requests. Both cost constant work. */
import type { ServerResponse } from 'node:http';
import type { Services } from '../../context';
import { setDataHeaders } from '../../platform/http/securityHeaders';

const PING_TTL_MS = 1000;

export interface HealthProbes {
  /** Responds to the two probes; false when the path is neither. */
  readonly handle: (path: string, response: ServerResponse) => Promise<boolean>;
  /** From now on the instance is not ready, and finishes running requests. */
  readonly drain: () => void;
}

export function createHealthProbes(services: Services): HealthProbes {
  let isDraining = false;
  let lastPing: { readonly at: number; readonly works: Promise<boolean> } | undefined;
  const isDatabaseUp = (): Promise<boolean> => {
    const now = services.clock.now();
    if (!lastPing || now - lastPing.at >= PING_TTL_MS)
      lastPing = {
        at: now,
        works: services.db.rows('SELECT 1 AS one').then(
          () => true,
          () => false,
        ),
      };
    return lastPing.works;
  };
  return {
    drain: () => {
      isDraining = true;
    },
    async handle(path, response) {
      if (path === '/livez') respond(response, true);
      else if (path === '/readyz') respond(response, !isDraining && (await isDatabaseUp()));
      else return false;
      return true;
    },
  };
}

function respond(response: ServerResponse, isHealthy: boolean): void {
  setDataHeaders(response);
  if (!isHealthy) response.setHeader('Retry-After', '1');
  response.statusCode = isHealthy ? 200 : 503;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(isHealthy ? '{"ok":true}' : '{"ok":false}');
}
