/** Screens of modules: how the manifest names them, and the menu rules that open them. Read by the installer and by the console. */
import type { LocalizedText } from './review';

/** A screen in the manifest; its program is `screens/<name>.mjs`. */
export interface ManifestScreen {
  readonly name: string;
  readonly title: LocalizedText;
  readonly icon: string;
  /** The folder of the menu. */
  readonly menu: string;
}

/** The program of a screen of an installed version. */
export interface ModuleScreen {
  readonly uid: string;
  readonly version: string;
  readonly name: string;
}

export const isScreenName = (text: string): boolean => /^[a-z][a-z0-9_]{0,39}$/.test(text) && text !== 'new';

/** Prefix of the rule names of all screens of a module. */
export const screenRulePrefix = (uid: string): string => `screen.${uid.replaceAll('-', '_')}.`;
export const screenRuleName = (uid: string, name: string): string => screenRulePrefix(uid) + name;
/** The permission to open a screen. */
export const screenPermission = (uid: string, name: string): string => `${screenRuleName(uid, name)}/index`;
export const screenPath = ({ uid, name }: Pick<ModuleScreen, 'uid' | 'name'>): string => `screens/${uid}/${name}`;

/** Component name in the rule of a screen. */
export const screenComponent = ({ uid, version, name }: ModuleScreen): string => `module/${uid}/${version}/${name}`;

/** Reads a component; undefined when it is not that of a module's screen. */
export function parseScreenComponent(component: string): ModuleScreen | undefined {
  const [kind, uid = '', version = '', name = '', ...rest] = component.split('/');
  const isScreen = kind === 'module' && rest.length === 0 && version !== '' && isScreenName(name);
  return isScreen && /^[a-z][a-z0-9-]{1,39}$/.test(uid) && /^[0-9][0-9A-Za-z.-]{0,39}$/.test(version)
    ? { uid, version, name }
    : undefined;
}

/** URL of the program that the browser loads. */
export const screenUrl = ({ uid, version, name }: ModuleScreen): string =>
  `/storage/modules/${uid}/${version}/${name}.mjs`;
