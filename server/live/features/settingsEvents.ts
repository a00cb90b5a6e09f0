/** Live events of settings: every node reloads them in the order of the change log, and every client receives the event `site`. */
import type { SiteSettings } from '../../../common/protocol/liveEvents';
import type { LoggedChange } from '../log/changeLog';
import type { LiveFeature } from '../sockets/liveFeature';
import type { Realm } from '../../../common/realm';

export interface ReloadableSettings {
  readonly isAffectedBy: (change: LoggedChange) => boolean;
  /** Reloads the settings of this node. */
  readonly refresh: () => Promise<void>;
  /** Whether the member center is closed. */
  readonly isClosed: () => boolean;
  /** The settings that clients of a realm show. */
  readonly getSiteSettings: (realm: Realm) => SiteSettings;
}

/**
 * New settings apply before later changes are published. When the member center closes or opens, the permissions of all members are
 * loaded again.
 */
export const createSettingsEvents = (settings: ReloadableSettings): LiveFeature => ({
  name: 'settings',
  start: ({ namespaces, connections, fanout, reauthorizer }) => {
    let wasClosed = settings.isClosed();
    const isAffectedBy = (batch: readonly { readonly change: LoggedChange }[]) =>
      batch.some(({ change }) => settings.isAffectedBy(change));
    return {
      beforeBatch: (batch) => (isAffectedBy(batch) ? settings.refresh() : undefined),
      afterBatch: async (batch) => {
        if (!isAffectedBy(batch)) return;
        for (const realm of ['admin', 'member'] as const)
          namespaces[realm].local.emit('site', settings.getSiteSettings(realm));
        const hasToggled = settings.isClosed() !== wasClosed;
        wasClosed = settings.isClosed();
        const members = [...connections.values()].filter(({ realm }) => realm === 'member');
        if (hasToggled) await fanout.runExclusive(() => reauthorizer.recompute(members, 'rule'));
      },
      // A client that connects may have missed a change.
      onConnected: ({ realm, socket }) => socket.emit('site', settings.getSiteSettings(realm)),
    };
  },
});
