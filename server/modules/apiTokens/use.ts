/** When and from where tokens of one kind were last used: noted at most every few minutes, so that a busy program writes nothing. */
import { LIMITS } from '../../../common/limits';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import { createAfterwards } from '../../platform/afterwards';
import { systemCtx } from '../../platform/systemCtx';

export interface TokenUse {
  readonly note: (tokenId: number, ip: string) => void;
  readonly settled: () => Promise<void>;
}

export function createTokenUse(services: Services, writer: Writer, kind: 'api_token' | 'wall_screen'): TokenUse {
  const entity = services.registry.get(kind);
  const noted = new Map<number, number>();
  const afterwards = createAfterwards(services.log);
  return {
    note: (id, ip) => {
      const now = services.clock.now();
      if (!entity || now - (noted.get(id) ?? -Infinity) < LIMITS.apiTokenUseSeconds * 1000) return;
      noted.set(id, now);
      const use = { id, last_used_time: Math.floor(now / 1000), last_used_ip: ip.slice(0, 45) };
      const task = () =>
        writer.inTransaction(systemCtx(services, 'token'), (_within, hook) => hook.asSystem.update(entity, use));
      afterwards.add(task, 'the use of a token was not noted', { token: id });
    },
    settled: afterwards.settled,
  };
}
