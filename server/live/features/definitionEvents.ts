/**
 * Live events of designed entities: every node reloads changed definitions in the order of the change log, and consoles reload menu and
 * definitions.
 */
import type { LoggedChange } from '../log/changeLog';
import type { LiveFeature } from '../sockets/liveFeature';

export interface LiveDefinitions {
  readonly isAffectedBy: (change: LoggedChange) => boolean;
  /** Reads the active definitions. */
  readonly reload: () => Promise<unknown>;
  /** Counts the changes of the registry. */
  readonly version: () => number;
}

export const createDefinitionEvents = (definitions: LiveDefinitions): LiveFeature => ({
  name: 'definitions',
  start: ({ connections, fanout, reauthorizer }) => {
    let announcedVersion = definitions.version();
    return {
      beforeBatch: async (batch) => {
        if (batch.some(({ change }) => definitions.isAffectedBy(change))) await definitions.reload();
      },
      // The node that applied a definition has reloaded it before its own change arrives here.
      afterBatch: async () => {
        if (definitions.version() === announcedVersion) return;
        announcedVersion = definitions.version();
        await fanout.runExclusive(() => reauthorizer.recompute([...connections.values()], 'menu'));
      },
    };
  },
});
