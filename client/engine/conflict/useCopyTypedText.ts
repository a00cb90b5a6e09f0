/** Puts what was typed on the clipboard: the way out for a text that can no longer be saved. */
import { useEntityLabels } from '../../shared/i18n/i18n';
import { currentValue } from '../formState/draft';
import type { EntityFormState } from '../formState/entityFormState';
import { useFormatValue } from '../fieldTypes/useFormatValue';
import { useCopyText } from './useCopyText';

/** What of a form its text is read from. */
export type TypedForm = Pick<EntityFormState, 'entity' | 'draft' | 'manuallyResolved'>;

/** What was typed in a field, whole. */
export function useTypedText(form: TypedForm): (field: string) => string {
  const formatValue = useFormatValue(form.entity, Infinity);
  return (field) => {
    const value = currentValue(form.draft, field);
    const manualText = form.manuallyResolved.includes(field) ? form.draft.picks[field]?.text : undefined;
    const typed = typeof value === 'string' ? value : formatValue(field, value);
    return manualText === undefined || manualText === typed ? typed : `${typed}\n${manualText}`;
  };
}

/** Copies fields of a form: one as it is, several with their names before them. */
export function useCopyTypedText(form: TypedForm): (fields: readonly string[]) => Promise<void> {
  const copyText = useCopyText();
  const labels = useEntityLabels(form.entity);
  const typedTextOf = useTypedText(form);
  return async (fields) => {
    const [onlyField] = fields;
    const lines = fields.map((field) => `${labels.fields[field] ?? field}: ${typedTextOf(field)}`);
    await copyText(fields.length === 1 && onlyField !== undefined ? typedTextOf(onlyField) : lines.join('\n'));
  };
}
