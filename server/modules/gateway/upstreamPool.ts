/** Connection pool: the upstreams in use, one for each app that has one, with their connections and circuit breakers. */
import type { Services } from '../../context';
import { fault } from '../../../common/protocol/faults';
import type { GatewayApp } from './gatewayApp';
import { createUpstream, type Upstream } from './upstream';

export interface UpstreamPool {
  /** The upstream of an app. Throws `open.no_upstream` and `open.forbidden_upstream`. */
  readonly get: (app: Pick<GatewayApp, 'id' | 'upstreamUrl'>) => Upstream;
  /** The state of the circuit breaker of an app: closed while it was not used. */
  readonly getState: (app: Pick<GatewayApp, 'id' | 'upstreamUrl'>) => ReturnType<Upstream['state']>;
  readonly close: () => void;
}

export function createUpstreamPool(services: Services): UpstreamPool {
  const upstreams = new Map<number, { readonly url: string; readonly upstream: Upstream }>();
  return {
    get: ({ id, upstreamUrl: url }) => {
      if (url === '') throw fault('open.no_upstream');
      const known = upstreams.get(id);
      if (known?.url === url) return known.upstream;
      known?.upstream.close();
      const upstream = createUpstream(services, url);
      upstreams.set(id, { url, upstream });
      return upstream;
    },
    getState: ({ id, upstreamUrl: url }) => {
      const known = upstreams.get(id);
      return known?.url === url ? known.upstream.state() : 'closed';
    },
    close: () => {
      for (const { upstream } of upstreams.values()) upstream.close();
    },
  };
}
