/** Copies typed text that can no longer be saved. */
import { findColumn } from '../../../common/entity/columns';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { htmlToPlainText } from '../diff/htmlToPlainText';
import { currentValue } from '../formState/draft';
import type { EntityFormState } from '../formState/entityFormState';
import { useFormatValue } from '../fieldTypes/useFormatValue';
import { useCopyText } from './useCopyText';

/** The parts of a form that its text is read from. */
export type TypedForm = Pick<EntityFormState, 'entity' | 'draft' | 'manuallyResolved'>;

/** Returns the whole typed text of a field. */
export function useTypedText(form: TypedForm): (field: string) => string {
  const formatValue = useFormatValue(form.entity, Infinity);
  return (field) => {
    const value = currentValue(form.draft, field);
    const manualText = form.manuallyResolved.includes(field) ? form.draft.resolutions[field]?.text : undefined;
    const typed = typeof value === 'string' ? value : formatValue(field, value);
    return manualText === undefined || manualText === typed ? typed : `${typed}\n${manualText}`;
  };
}

/** Copies fields of a form as plain text: a single one alone, several with their labels. */
export function useCopyTypedText(form: TypedForm): (fields: readonly string[]) => Promise<void> {
  const copyText = useCopyText();
  const labels = useEntityLabels(form.entity);
  const typedText = useTypedText(form);
  const typedTextOf = (field: string) =>
    findColumn(form.entity, field)?.kind === 'rich_text' ? htmlToPlainText(typedText(field)) : typedText(field);
  return async (fields) => {
    const [onlyField] = fields;
    const lines = fields.map((field) => `${labels.fields[field] ?? field}: ${typedTextOf(field)}`);
    await copyText(fields.length === 1 && onlyField !== undefined ? typedTextOf(onlyField) : lines.join('\n'));
  };
}
