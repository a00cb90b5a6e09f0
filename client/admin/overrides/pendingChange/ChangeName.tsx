/** Name of what changes: the translated title of a setting, or the name of a role group or admin. */
import { protectedTitle } from '../../../../common/locales/protectedTitles';
import { PlainText } from '../../../engine/fieldTypes/cells/cells';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { useLanguage } from '../../../shared/i18n/i18n';
import { asString } from '../../../../common/json';

export function ChangeName({ value, row }: CellProps) {
  const lang = useLanguage();
  const name = asString(value);
  const isSetting = row['subject'] === undefined || row['subject'] === 'config';
  return <PlainText>{isSetting ? protectedTitle(lang, name) : name}</PlainText>;
}
