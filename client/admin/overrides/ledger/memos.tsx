/** Memos and authors of entries as their readers are told them: what the house wrote, and the house itself, in the reader's language. */
import { useTranslation } from 'react-i18next';
import { SYSTEM } from '../../../../common/entity/access';
import { memoSaid } from '../../../../common/locales/memos';
import type { CellProps, InputProps } from '../../../engine/kinds/kindView';
import { textKind } from '../../../engine/kinds/Text';
import { useLang } from '../../../shared/i18n';
import { asText } from '../../../shared/persist';
import { useLaterWords } from '../../../shared/useLaterWords';

export const SaidMemo = ({ value, ...rest }: CellProps) => (
  <textKind.Cell {...rest} value={memoSaid(asText(value), useLang())} />
);
/** Once it stands, an entry's memo is only read. */
export const TypedMemo = ({ value, ...rest }: InputProps) => {
  const said = memoSaid(asText(value), useLang());
  return <textKind.Input {...rest} value={said === '' ? value : said} />;
};

export function SaidAuthor({ value, ...rest }: CellProps) {
  useLaterWords();
  const { t } = useTranslation();
  return <textKind.Cell {...rest} value={value === SYSTEM.name ? t('history.channel.system') : value} />;
}
