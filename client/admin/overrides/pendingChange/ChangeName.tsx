/** What changes: the title of a setting in the language of the reader; role groups and admins by their name. */
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
