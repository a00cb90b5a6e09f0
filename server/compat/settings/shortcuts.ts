/**
 * The shortcuts of the settings: these clients have their own addresses of the screens that we have too. The first client opens a shortcut by
 * the path of its screen, the second client by the name of its route.
 */
import { rulePath } from '../../../common/adminScreens';
import { permissionPrefix } from '../../../common/entity/permissionKeys';
import type { Registry } from '../../../common/entity/registry';
import { asRecord, stringOrEmpty } from '../../../common/json';
import { COMPAT_SCREENS } from '../screens';

/** The setting with the shortcuts: an address for each label. */
export const SHORTCUTS = 'config_quick_entrance';

export interface ShortcutReader {
  readonly registry: Registry;
  /** The second client. */
  readonly opensByName: boolean;
}

const getOwnPath = (screen: string, registry: Registry): string => {
  const entity = registry.get(screen);
  return entity === undefined ? screen : permissionPrefix(entity);
};
/** An address without `/admin/` in lower case, and the query with its question mark. */
const splitAddress = (address: string): readonly [path: string, query: string] => {
  const [path = ''] = address.split('?');
  return [rulePath({ name: path }), address.slice(path.length)];
};

/** An address of our console as these clients open it; the address of another screen as it is. */
export function toSentShortcut(address: string, { registry, opensByName }: ShortcutReader): string {
  const [path, query] = splitAddress(address);
  const [, screen] = [...COMPAT_SCREENS].find(([name]) => getOwnPath(name, registry) === path) ?? [];
  if (screen === undefined) return address;
  // A route of the second client has a name and no query.
  return opensByName ? screen.name : `/admin/${screen.name}${query}`;
}

/** An address as one of these clients writes it, as our console opens it. */
function toOwnShortcut(address: string, registry: Registry): string {
  const [path, query] = splitAddress(address);
  const [screen] = [...COMPAT_SCREENS].find(([, { name }]) => name.toLowerCase() === path) ?? [];
  return screen === undefined ? address : `/admin/${getOwnPath(screen, registry)}${query}`;
}

/** The stored shortcuts with the addresses of these clients. */
export const toSentShortcuts = (stored: unknown, reader: ShortcutReader): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(asRecord(stored) ?? {}).map(([label, address]) => [
      label,
      toSentShortcut(stringOrEmpty(address), reader),
    ]),
  );

/** The shortcuts of a form with our addresses; one that was not changed keeps the stored address, with its query. */
export function toOwnShortcuts(sent: unknown, stored: unknown, reader: ShortcutReader): unknown {
  const entries = asRecord(sent);
  if (entries === undefined) return sent;
  const shown = toSentShortcuts(stored, reader);
  const fromCompat = ([label, address]: readonly [string, unknown]): readonly [string, unknown] => {
    if (typeof address !== 'string') return [label, address];
    const isUnchanged = Object.hasOwn(shown, label) && shown[label] === address;
    return [label, isUnchanged ? asRecord(stored)?.[label] : toOwnShortcut(address, reader.registry)];
  };
  return Object.fromEntries(Object.entries(entries).map(fromCompat));
}
