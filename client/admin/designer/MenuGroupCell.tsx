/** The menu group of a design by its title. */
import { asString } from '../../../common/json';
import type { CellProps } from '../../engine/fieldTypes/fieldType';
import { useLanguage } from '../../shared/i18n/i18n';
import { menuTitle } from '../../../common/locales/menuTitle';

export function MenuGroupCell({ DefaultCell, ...props }: CellProps) {
  const lang = useLanguage();
  const name = asString(props.value, 40);
  return DefaultCell ? <DefaultCell {...props} value={menuTitle(lang, name) ?? name} /> : null;
}
