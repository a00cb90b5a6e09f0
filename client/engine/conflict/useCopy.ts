/** Puts what was typed on the clipboard: the way out for a text that can no longer be saved. */
import { useWords } from '../../shared/i18n';
import { valueOf } from '../draft';
import type { Form } from '../useForm';
import { useDescribe } from '../useDescribe';
import { useCopyText } from './useCopyText';

/** What of a form its text is read from. */
export type Typed = Pick<Form, 'entity' | 'draft' | 'written'>;

/** What was typed in a field, whole. */
export function useTypedText(form: Typed): (field: string) => string {
  const describe = useDescribe(form.entity, Infinity);
  return (field) => {
    const value = valueOf(form.draft, field);
    const written = form.written.includes(field) ? form.draft.picks[field]?.text : undefined;
    const typed = typeof value === 'string' ? value : describe(field, value);
    return written === undefined || written === typed ? typed : `${typed}\n${written}`;
  };
}

/** Copies fields of a form: one as it is, several with their names before them. */
export function useCopy(form: Typed): (fields: readonly string[]) => Promise<void> {
  const copyText = useCopyText();
  const words = useWords(form.entity);
  const textOf = useTypedText(form);
  return async (fields) => {
    const [only] = fields;
    const lines = fields.map((field) => `${words.fields[field] ?? field}: ${textOf(field)}`);
    await copyText(fields.length === 1 && only !== undefined ? textOf(only) : lines.join('\n'));
  };
}
