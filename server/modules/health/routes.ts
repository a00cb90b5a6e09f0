/** `/livez`: the process answers. `/readyz`: it may be given work. Both do constant work however often they are asked. */
import type { ServerResponse } from 'node:http';
import type { Services } from '../../context';
import { guardData } from '../../platform/http/headers';

const PING_LIFE = 1000;

export interface Health {
  /** Answers the two probes; false when the path is neither. */
  readonly answer: (path: string, response: ServerResponse) => Promise<boolean>;
  /** From now on the instance is not ready: it finishes what it has. */
  readonly drain: () => void;
}

export function createHealth(services: Services): Health {
  let draining = false;
  let ping: { readonly at: number; readonly works: Promise<boolean> } | undefined;
  const databaseWorks = (): Promise<boolean> => {
    const now = services.clock.now();
    if (!ping || now - ping.at >= PING_LIFE)
      ping = {
        at: now,
        works: services.db.rows('SELECT 1 AS one').then(
          () => true,
          () => false,
        ),
      };
    return ping.works;
  };
  return {
    drain: () => {
      draining = true;
    },
    async answer(path, response) {
      if (path === '/livez') tell(response, true);
      else if (path === '/readyz') tell(response, !draining && (await databaseWorks()));
      else return false;
      return true;
    },
  };
}

function tell(response: ServerResponse, well: boolean): void {
  guardData(response);
  if (!well) response.setHeader('Retry-After', '1');
  response.statusCode = well ? 200 : 503;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(well ? '{"ok":true}' : '{"ok":false}');
}
