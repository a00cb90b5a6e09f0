/** Memos and authors of entries as their readers are told them: what the house wrote, and the house itself, in the reader's language. */
import { useTranslation } from 'react-i18next';
import { SYSTEM } from '../../../../common/entity/access';
import { memoText } from '../../../../common/locales/memos';
import type { CellProps, InputProps } from '../../../engine/fieldTypes/fieldType';
import { textFieldType } from '../../../engine/fieldTypes/Text';
import { useLanguage } from '../../../shared/i18n/i18n';
import { asString } from '../../../../common/json';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

export const SaidMemo = ({ value, ...rest }: CellProps) => (
  <textFieldType.Cell {...rest} value={memoText(asString(value), useLanguage())} />
);
/** Once it stands, an entry's memo is only read. */
export const TypedMemo = ({ value, ...rest }: InputProps) => {
  const said = memoText(asString(value), useLanguage());
  return <textFieldType.Input {...rest} value={said === '' ? value : said} />;
};

export function SaidAuthor({ value, ...rest }: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  return <textFieldType.Cell {...rest} value={value === SYSTEM.name ? t('history.channel.system') : value} />;
}
