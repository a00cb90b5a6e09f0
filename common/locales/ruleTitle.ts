/** Title of a menu rule: seeded rules store a translation key, rules of staff store the text itself. */
import type { Registry } from '../entity/registry';
import type { Lang } from '../lang';
import { entityLabels } from './entityLabels';
import { menuTitle } from './menuTitle';

/** The title of a screen: the label of its entity, the text of a key, or the text that an admin stored. */
export function ruleTitle(title: string, language: Lang, registry: Registry): string {
  const entity = registry.get(title);
  if (entity) return entityLabels(entity, language).many;
  return menuTitle(language, title) ?? title;
}

/** The title of a folder: a group of the menu can have the name of an entity, such as `product`. */
export const folderTitle = (title: string, language: Lang, registry: Registry): string =>
  menuTitle(language, title) ?? ruleTitle(title, language, registry);

/** The title of a button rule can be an action that only its entity has a label for: `news/publish`. */
export function buttonRuleTitle(title: string, name: string, language: Lang, registry: Registry): string {
  const entity = registry.get(name.slice(0, Math.max(0, name.lastIndexOf('/'))));
  const actionLabel = entity && name.endsWith(`/${title}`) ? entityLabels(entity, language).actions[title] : undefined;
  return actionLabel ?? ruleTitle(title, language, registry);
}

/** The title of a rule in the language of its reader: the English title that an admin stored, else the translation of its key. */
export function storedRuleTitle(
  rule: { readonly title: string; readonly title_en: string; readonly type: string },
  language: Lang,
  registry: Registry,
): string {
  if (language === 'en' && rule.title_en !== '') return rule.title_en;
  return (rule.type === 'menu_dir' ? folderTitle : ruleTitle)(rule.title, language, registry);
}
