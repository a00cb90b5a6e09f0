/** Settings follow the change log like everything else: on every node at once, and in the order of what was written with them. */
import type { SiteNotice } from '../../../common/protocol/liveEvents';
import type { LoggedChange } from '../log/changeLog';
import type { Fanout } from '../topics/fanout';
import type { LiveNamespace, Connection } from './connection';
import type { createReauthorizer } from './reauthorizer';
import type { Realm } from '../topics/subscriptionSpec';

/** Whoever reads them on this node reads the newest. */
export interface LiveSettings {
  readonly isAffectedBy: (change: LoggedChange) => boolean;
  readonly refresh: () => Promise<void>;
  /** Whether members are shut out. */
  readonly isClosed: () => boolean;
  /** What windows of a realm show of them. */
  readonly siteNoticeFor: (realm: Realm) => SiteNotice;
}
interface SettingsEventsOptions {
  readonly settings: LiveSettings | undefined;
  readonly namespaces: Readonly<Record<Realm, LiveNamespace>>;
  readonly pipeline: {
    readonly connections: ReadonlyMap<string, Connection>;
    readonly fanout: Pick<Fanout, 'runExclusive'>;
    readonly reauthorizer: Pick<ReturnType<typeof createReauthorizer>, 'recompute'>;
  };
}
/** New settings count before what was written after them is told; then every window hears of them, and members of a centre that closes or opens are judged anew. */
export function withSettingsEvents(
  processBatch: Fanout['processBatch'],
  { settings, namespaces, pipeline }: SettingsEventsOptions,
): Fanout['processBatch'] {
  let wasClosed = settings?.isClosed() ?? false;
  return async (batch) => {
    const isAffected = settings !== undefined && batch.some(({ change }) => settings.isAffectedBy(change));
    if (isAffected) await settings.refresh();
    await processBatch(batch);
    if (!isAffected) return;
    for (const realm of ['admin', 'member'] as const)
      namespaces[realm].local.emit('site', settings.siteNoticeFor(realm));
    const hasToggled = settings.isClosed() !== wasClosed;
    wasClosed = settings.isClosed();
    const members = [...pipeline.connections.values()].filter(({ realm }) => realm === 'member');
    if (hasToggled) await pipeline.fanout.runExclusive(() => pipeline.reauthorizer.recompute(members, 'rule'));
  };
}
