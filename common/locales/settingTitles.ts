/**
 * Titles of built-in settings: translated while the stored title is a built-in one, also of an earlier version; a title changed by staff
 * is shown unchanged.
 */
import { settings as english } from './en/settings';
import { formerSettings } from './formerSettings';
import type { Lang } from '../lang';
import { settings as chinese } from './zh-cn/settings';

type Table = Readonly<Record<string, string>>;
const TABLES = { en: english, 'zh-cn': chinese } as const;

type Kind = keyof typeof formerSettings;

/** The text in a language of a stored text that is built in, now or in an earlier version; otherwise the stored text. */
function localized(lang: Lang, kind: Kind, key: string, stored: string): string {
  const [source, target]: readonly [Table, Table] = [english[kind], TABLES[lang][kind]];
  const former: Readonly<Record<string, readonly string[]>> = formerSettings[kind];
  const isFormer = Object.hasOwn(former, key) && former[key]?.includes(stored) === true;
  const isBuiltIn = Object.hasOwn(source, key) && source[key] === stored;
  return isBuiltIn || isFormer ? (target[key] ?? stored) : stored;
}

/** The title of a group of settings. */
export const groupTitle = (lang: Lang, name: string, stored: string): string => localized(lang, 'groups', name, stored);
/** The built-in title of a group that the stored list lacks; its name if it is not built in. */
export const builtInGroupTitle = (name: string): string => {
  const source: Table = english.groups;
  return Object.hasOwn(source, name) ? (source[name] ?? name) : name;
};
/** The title of a setting, by its variable name. */
export const settingTitle = (lang: Lang, name: string, stored: string): string =>
  localized(lang, 'items', name, stored);
/** The help text under its input. */
export const settingTip = (lang: Lang, name: string, stored: string): string => localized(lang, 'tips', name, stored);
/** The label of an option, by its key. */
export const settingOption = (lang: Lang, key: string, stored: string): string =>
  localized(lang, 'options', key, stored);
/** The label of a quick entrance. */
export const quickEntryLabel = (lang: Lang, stored: string): string => localized(lang, 'entrances', 'log', stored);
