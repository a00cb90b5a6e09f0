/** What a menu rule is called: seeded rules hold keys of words, those of staff the text itself. */
import type { Registry } from '../../../../common/entity/registry';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { menuTitle } from '../../../../common/locales/menuTitle';
import type { Lang } from '../../../shared/store/settings';

export function ruleTitle(title: string, language: Lang, registry: Registry): string {
  const entity = registry.get(title);
  if (entity) return entityLabels(entity, language).many;
  return menuTitle(language, title) ?? title;
}

/** A button's title may be an action that only its own noun has words for: `news/publish`. */
export function buttonRuleTitle(title: string, name: string, language: Lang, registry: Registry): string {
  const entity = registry.get(name.slice(0, Math.max(0, name.lastIndexOf('/'))));
  const actionLabel = entity && name.endsWith(`/${title}`) ? entityLabels(entity, language).actions[title] : undefined;
  return actionLabel ?? ruleTitle(title, language, registry);
}
