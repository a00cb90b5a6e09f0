/** Memos of entries as their readers are told them: what the house wrote, in the reader's language. */
import { memoSaid } from '../../../../common/locales/memos';
import type { CellProps, InputProps } from '../../../engine/kinds/kindView';
import { textKind } from '../../../engine/kinds/Text';
import { useLang } from '../../../shared/i18n';
import { asText } from '../../../shared/persist';

export const SaidMemo = ({ value, ...rest }: CellProps) => (
  <textKind.Cell {...rest} value={memoSaid(asText(value), useLang())} />
);
/** Once it stands, an entry's memo is only read. */
export const TypedMemo = ({ value, ...rest }: InputProps) => {
  const said = memoSaid(asText(value), useLang());
  return <textKind.Input {...rest} value={said === '' ? value : said} />;
};
