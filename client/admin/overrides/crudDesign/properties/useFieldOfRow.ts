/** The field of the open design that a row stores, and its choices as options. */
import type { CompleteField } from '../../../../../common/designer/completeDesign';
import { choicesOf } from '../../../../../common/designer/fieldOptions';
import { asString } from '../../../../../common/json';
import { useLanguage } from '../../../../shared/i18n/i18n';
import { useOpenDesign } from '../data/designContext';
import type { NameOption } from './NameSelect';

export const useFieldOfRow = (rowId: number | null): CompleteField | undefined =>
  useOpenDesign().fields.find(({ id }) => id === rowId)?.field;

export function useChoiceOptions(rowId: number | null): readonly NameOption[] {
  const field = useFieldOfRow(rowId);
  const isEnglish = useLanguage() === 'en';
  if (field === undefined) return [];
  return choicesOf(field).map((choice) => {
    const name = asString(choice.name, 40);
    const label = asString(isEnglish ? choice.en : choice.zh, 60);
    return { name, label: label === '' ? name : label };
  });
}
