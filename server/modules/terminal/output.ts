/** The terminal's outputs as the live channel tells them. */
import { holds } from '../../../common/entity/access';
import { nodeOf } from '../../../common/entity/nodes';
import type { Services } from '../../context';
import type { Output } from '../../live/tails';
import { taskEntity } from './task';
import type { Terminal } from './terminal';

export function outputOf(services: Pick<Services, 'registry'>, terminal: () => Terminal | undefined): Output {
  return {
    may: (actor) => holds(actor, nodeOf(taskEntity(services), 'index')),
    follow: async (following, tell) =>
      (await terminal()?.follow(following, {
        // A new attempt is told by its first, empty piece: what was shown of the old one goes.
        state: async ({ attempt, status }) => {
          if (attempt !== following.attempt && status === 0) await tell({ attempt, off: 0, data: '' });
        },
        piece: ({ off, data }, { attempt }) => tell({ attempt, off, data }),
      })) ?? 'gone',
  };
}
