/** The fault of a call as a sentence; the code for a fault without a text of its own. */
import { useTranslation } from 'react-i18next';
import { asString } from '../../../../common/json';
import { callFaultText } from '../../../../common/locales/storedFaults/callFaults';
import { EmptyCell, PlainText } from '../../../engine/fieldTypes/cells/cells';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { useLanguage } from '../../../shared/i18n/i18n';

export function CallFaultCell({ value }: CellProps) {
  const { i18n } = useTranslation();
  const lang = useLanguage();
  const code = asString(value);
  if (code === '') return <EmptyCell />;
  const text = callFaultText(lang, code) ?? i18n.t(`faults.${code}`, { defaultValue: code });
  return <PlainText hint={code}>{text}</PlainText>;
}
