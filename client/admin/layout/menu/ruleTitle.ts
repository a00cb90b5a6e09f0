/** Title of a menu rule: seeded rules store a translation key, rules of staff store the text itself. */
import type { Registry } from '../../../../common/entity/registry';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { menuTitle } from '../../../../common/locales/menuTitle';
import type { Lang } from '../../../../common/lang';

export function ruleTitle(title: string, language: Lang, registry: Registry): string {
  const entity = registry.get(title);
  if (entity) return entityLabels(entity, language).many;
  return menuTitle(language, title) ?? title;
}

/** The title of a button rule can be an action that only its entity has a label for: `news/publish`. */
export function buttonRuleTitle(title: string, name: string, language: Lang, registry: Registry): string {
  const entity = registry.get(name.slice(0, Math.max(0, name.lastIndexOf('/'))));
  const actionLabel = entity && name.endsWith(`/${title}`) ? entityLabels(entity, language).actions[title] : undefined;
  return actionLabel ?? ruleTitle(title, language, registry);
}

/** The title of a rule in the language of its reader: the English one that somebody stored, else that of `ruleTitle`. */
export const storedRuleTitle = (
  rule: { readonly title: string; readonly title_en: string },
  language: Lang,
  registry: Registry,
): string => (language === 'en' && rule.title_en !== '' ? rule.title_en : ruleTitle(rule.title, language, registry));
