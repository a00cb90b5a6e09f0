/** Text of a field in the current language: its English companion where the row has one. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { WireRow } from '../../../common/entity/projectRow';
import { localizedValue } from '../../../common/entity/translations/localizedValue';
import { useLanguage } from '../../shared/i18n/i18n';

/** Returns the value that a list shows for a field; undefined: the reader may not see it. */
export function useShownText(entity: AnyEntity, row: WireRow, name: string): WireRow[string] | undefined {
  const lang = useLanguage();
  const isTranslated = row[name] !== undefined && (entity.spec.translations?.includes(name) ?? false);
  return isTranslated ? localizedValue(row, name, lang) : row[name];
}
