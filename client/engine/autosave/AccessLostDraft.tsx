/** The text typed in a form that may no longer be shown, to read and copy. */
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn } from '../../../common/entity/columns';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { useTypedText } from '../conflict/useCopyTypedText';
import { isDirty, type Draft } from '../formState/draft';
import { parseDraftKeyEntity } from '../formState/draftCache';
import { useEntity } from '../engineContext';
import { formFieldNames } from '../formState/formLayout';
import { htmlToPlainText } from '../diff/htmlToPlainText';
import { lowercaseInitial } from '../lowercaseInitial';
import { manuallyResolvedFields } from '../formState/resolutions';
import { UnsavedTextPanel } from './UnsavedTextPanel';

/** Excludes secret fields, which are masked in the form too. */
function getTypedFields(entity: AnyEntity, draft: Draft, manuallyResolved: readonly string[]): readonly string[] {
  const fields = formFieldNames(entity);
  const formShape = { entity, fields };
  return fields.filter((field) => {
    const hasText = isDirty(formShape, draft, field) || manuallyResolved.includes(field);
    return hasText && findColumn(entity, field)?.sensitivity !== 'secret';
  });
}

function DraftTexts({ entity, draft }: { readonly entity: AnyEntity; readonly draft: Draft }) {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const manuallyResolved = manuallyResolvedFields(draft.resolutions);
  const textOfField = useTypedText({ entity, draft, manuallyResolved });
  const title =
    draft.id === null ? t('engine.form.add', { one: lowercaseInitial(labels.one) }) : `${labels.one} #${draft.id}`;
  const lines = getTypedFields(entity, draft, manuallyResolved).map((field) => {
    const text = textOfField(field);
    const isFormatted = findColumn(entity, field)?.kind === 'rich_text';
    return { label: labels.fields[field] ?? field, text: isFormatted ? htmlToPlainText(text) : text };
  });
  return <UnsavedTextPanel title={title} lines={lines} />;
}

export function AccessLostDraft({ at, draft }: { readonly at: string; readonly draft: Draft }) {
  const entity = useEntity(parseDraftKeyEntity(at));
  return entity === undefined ? null : <DraftTexts entity={entity} draft={draft} />;
}
