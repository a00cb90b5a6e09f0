/** Records the last use and IP of tokens, at most once in a few minutes, so that a busy client causes no writes. */
import { SERVER_LIMITS } from '../../../common/serverLimits';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import { createBackgroundQueue } from '../../platform/backgroundQueue';
import { systemContext } from '../../platform/systemContext';

export interface TokenUsageRecorder {
  readonly record: (tokenId: number, ip: string) => void;
  readonly settled: () => Promise<void>;
}

export function createTokenUsageRecorder(
  services: Services,
  writer: Writer,
  kind: 'api_token' | 'wall_screen',
): TokenUsageRecorder {
  const entity = services.registry.get(kind);
  const lastRecorded = new Map<number, number>();
  const backgroundQueue = createBackgroundQueue(services.log);
  return {
    record: (id, ip) => {
      const now = services.clock.now();
      if (!entity || now - (lastRecorded.get(id) ?? -Infinity) < SERVER_LIMITS.apiTokenUseSeconds * 1000) return;
      lastRecorded.set(id, now);
      const usage = { id, last_used_time: Math.floor(now / 1000), last_used_ip: ip.slice(0, 45) };
      const task = () =>
        writer.inTransaction(systemContext(services, 'token'), (_txWriter, hook) =>
          hook.asSystem.update(entity, usage),
        );
      backgroundQueue.add(task, 'failed to record the use of a token', { token: id });
    },
    settled: backgroundQueue.whenIdle,
  };
}
