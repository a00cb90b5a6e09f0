/** What changes: the title of a setting in the language of the reader; role groups and admins by their name. */
import { protectedTitle } from '../../../../common/locales/protectedTitles';
import { Plain } from '../../../engine/kinds/cells';
import type { CellProps } from '../../../engine/kinds/kindView';
import { useLang } from '../../../shared/i18n';
import { asText } from '../../../shared/persist';

export function ChangeName({ value, row }: CellProps) {
  const lang = useLang();
  const name = asText(value);
  const isSetting = row['subject'] === undefined || row['subject'] === 'config';
  return <Plain>{isSetting ? protectedTitle(lang, name) : name}</Plain>;
}
