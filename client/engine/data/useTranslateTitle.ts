/** Translates a stored title into the current language: by the override of the entity, else by the English companion in the row. */
import { localizedValue } from '../../../common/entity/translations/localizedValue';
import { asString } from '../../../common/json';
import type { WireRow } from '../../../common/entity/projectRow';
import { useLanguage } from '../../shared/i18n/i18n';
import { useEngine } from '../engineContext';

export function useTranslateTitle(entity: string): (title: string, row?: WireRow) => string {
  const { registry, overrides } = useEngine();
  const lang = useLanguage();
  const translateTitle = overrides.get(entity)?.translateTitle;
  const field = registry.get(entity)?.spec.title ?? '';
  return (title, row) => {
    if (translateTitle !== undefined) return translateTitle(title, lang, registry, row);
    return row?.[field] === title ? asString(localizedValue(row, field, lang)) : title;
  };
}
