/** Titles of built-in settings: translated while the stored title is the built-in one; a title changed by staff is shown unchanged. */
import { settings as english } from './en/settings';
import type { Lang } from '../lang';
import { settings as chinese } from './zh-cn/settings';

type Table = Readonly<Record<string, string>>;
const TABLES = { en: english, 'zh-cn': chinese } as const;

function localized(stored: string, source: Table, target: Table, key: string): string {
  return Object.hasOwn(source, key) && source[key] === stored ? (target[key] ?? stored) : stored;
}

/** The title of a group of settings. */
export const groupTitle = (lang: Lang, name: string, stored: string): string =>
  localized(stored, english.groups, TABLES[lang].groups, name);
/** The built-in title of a group that the stored list lacks; its name if it is not built in. */
export const builtInGroupTitle = (name: string): string => {
  const source: Table = english.groups;
  return Object.hasOwn(source, name) ? (source[name] ?? name) : name;
};
/** The title of a setting, by its variable name. */
export const settingTitle = (lang: Lang, name: string, stored: string): string =>
  localized(stored, english.items, TABLES[lang].items, name);
/** The help text under its input. */
export const settingTip = (lang: Lang, name: string, stored: string): string =>
  localized(stored, english.tips, TABLES[lang].tips, name);
/** The label of an option, by its key. */
export const settingOption = (lang: Lang, key: string, stored: string): string =>
  localized(stored, english.options, TABLES[lang].options, key);
/** The label of a quick entrance. */
export const quickEntryLabel = (lang: Lang, stored: string): string =>
  localized(stored, english.entrances, TABLES[lang].entrances, 'log');
