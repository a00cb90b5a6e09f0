/** The field of the open design that a row stores, and its choices as options. */
import { createContext, useContext } from 'react';
import type { Json } from '../../../../common/entity/field';
import type { CompleteField } from '../../../../common/designer/completeDesign';
import type { DesignChoice } from '../../../../common/designer/design';
import { parseChoices } from '../../../../common/designer/fieldOptions';
import { asString } from '../../../../common/json';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useOpenDesign } from '../data/designContext';
import type { NameOption } from './NameSelect';

export const useFieldOfRow = (rowId: number | null): CompleteField | undefined =>
  useOpenDesign().fields.find(({ id }) => id === rowId)?.field;

/** The choices of the open form, which may not be stored yet; undefined outside of one. */
export const TypedChoicesContext = createContext<Json | undefined>(undefined);

export function useChoices(rowId: number | null): readonly DesignChoice[] {
  const stored = useFieldOfRow(rowId)?.choices;
  const choices = useContext(TypedChoicesContext) ?? stored;
  return choices === undefined ? [] : parseChoices({ choices });
}

export function useChoiceOptions(rowId: number | null): readonly NameOption[] {
  const isEnglish = useLanguage() === 'en';
  return useChoices(rowId).map((choice) => {
    const name = asString(choice.name, 40);
    const label = asString(isEnglish ? choice.en : choice.zh, 60);
    return { name, label: label === '' ? name : label };
  });
}
