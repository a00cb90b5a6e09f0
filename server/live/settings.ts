/** Settings follow the change log like everything else: on every node at once, and in the order of what was written with them. */
import type { SiteNotice } from '../../common/protocol/live';
import type { LoggedChange } from './log';
import type { Passes } from './passes';
import type { LiveNamespace, Peer } from './peer';
import type { createRights } from './rights';
import type { Realm } from './spec';

/** Whoever reads them on this node reads the newest. */
export interface FollowedSettings {
  readonly concerns: (change: LoggedChange) => boolean;
  readonly refresh: () => Promise<void>;
  /** Whether members are shut out. */
  readonly isClosed: () => boolean;
  /** What windows of a realm show of them. */
  readonly shown: (realm: Realm) => SiteNotice;
}
interface Following {
  readonly settings: FollowedSettings | undefined;
  readonly spaces: Readonly<Record<Realm, LiveNamespace>>;
  readonly flow: {
    readonly peers: ReadonlyMap<string, Peer>;
    readonly passes: Pick<Passes, 'between'>;
    readonly rights: Pick<ReturnType<typeof createRights>, 'recompute'>;
  };
}
/** New settings count before what was written after them is told; then every window hears of them, and members of a centre that closes or opens are judged anew. */
export function followSettings(take: Passes['take'], { settings, spaces, flow }: Following): Passes['take'] {
  let wasClosed = settings?.isClosed() ?? false;
  return async (batch) => {
    const isConcerned = settings !== undefined && batch.some(({ change }) => settings.concerns(change));
    if (isConcerned) await settings.refresh();
    await take(batch);
    if (!isConcerned) return;
    for (const realm of ['admin', 'member'] as const) spaces[realm].local.emit('site', settings.shown(realm));
    const turns = settings.isClosed() !== wasClosed;
    wasClosed = settings.isClosed();
    const members = [...flow.peers.values()].filter(({ realm }) => realm === 'member');
    if (turns) await flow.passes.between(() => flow.rights.recompute(members, 'rule'));
  };
}
