/** Streams the stored output of a task over the live channel, from an offset, so that a late viewer gets all of it. */
import { hasPermission } from '../../../../common/entity/access';
import { permissionKey } from '../../../../common/entity/permissionKeys';
import type { Services } from '../../../context';
import type { TaskOutputSource } from '../../../live/features/taskOutput';
import { requireTaskEntity } from '../tasks/task';
import type { Terminal } from '../terminal';

export function createLiveOutput(
  services: Pick<Services, 'registry'>,
  terminal: () => Terminal | undefined,
): TaskOutputSource {
  return {
    canFollow: (actor) => hasPermission(actor, permissionKey(requireTaskEntity(services), 'index')),
    follow: async (request, send) =>
      (await terminal()?.tail(request, {
        // A new attempt starts with an empty chunk, which clears the displayed output.
        onState: async ({ attempt, status }) => {
          if (attempt !== request.attempt && status === 0) await send({ attempt, off: 0, data: '' });
        },
        onChunk: ({ off, data }, { attempt }) => send({ attempt, off, data }),
      })) ?? 'missing',
  };
}
