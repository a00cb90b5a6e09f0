/** What a menu rule is called: seeded rules hold keys of words, those of staff the text itself. */
import type { Registry } from '../../../common/entity/registry';
import { entityWords } from '../../../common/locales/entityWords';
import { menuTitle } from '../../../common/locales/menuTitle';
import type { Lang } from '../../shared/settings';

export function ruleTitle(title: string, lang: Lang, registry: Registry): string {
  const entity = registry.get(title);
  if (entity) return entityWords(entity, lang).many;
  return menuTitle(lang, title) ?? title;
}

/** A button's title may be an action that only its own noun has words for: `news/publish`. */
export function buttonTitle(title: string, name: string, lang: Lang, registry: Registry): string {
  const entity = registry.get(name.slice(0, Math.max(0, name.lastIndexOf('/'))));
  const own = entity && name.endsWith(`/${title}`) ? entityWords(entity, lang).actions[title] : undefined;
  return own ?? ruleTitle(title, lang, registry);
}
