/** Memo and author cells: texts written by the server are translated into the reader's language. */
import { useTranslation } from 'react-i18next';
import { SYSTEM } from '../../../../common/entity/access';
import { memoText } from '../../../../common/locales/memos';
import type { CellProps, InputProps } from '../../../engine/fieldTypes/fieldType';
import { textFieldType } from '../../../engine/fieldTypes/Text';
import { useLanguage } from '../../../shared/i18n/i18n';
import { asString } from '../../../../common/json';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

export const MemoCell = ({ value, ...rest }: CellProps) => (
  <textFieldType.Cell {...rest} value={memoText(asString(value), useLanguage())} />
);
/** Memos cannot be edited after booking, so the input shows the translation. */
export const MemoInput = ({ value, ...rest }: InputProps) => {
  const translated = memoText(asString(value), useLanguage());
  return <textFieldType.Input {...rest} value={translated === '' ? value : translated} />;
};

export function AuthorCell({ value, ...rest }: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  return <textFieldType.Cell {...rest} value={value === SYSTEM.name ? t('history.channel.system') : value} />;
}

const CHANNELS = { console: 'ui', api: 'api', batch: 'batch', import: 'import', system: 'system' } as const;
const isChannel = (name: string): name is keyof typeof CHANNELS => Object.hasOwn(CHANNELS, name);

/** The channel of an entry in the reader's language; a token keeps its name, as in `API: Till`. */
export function ChannelCell({ value, ...rest }: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const [name = '', ...token] = asString(value).split(':');
  const channel = isChannel(name) ? t(`history.channel.${CHANNELS[name]}`) : name;
  return <textFieldType.Cell {...rest} value={[channel, ...token].join(token.length > 0 ? ': ' : '')} />;
}
