/** Reverts one save of a record. On a conflict the old values go into the form for review. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { HistoryField, HistoryEntry } from '../../../common/protocol/history';
import type { EditConflict } from '../../../common/protocol/liveEvents';
import { useApp } from '../../shared/app/appContext';
import { isCallFault, isRetryable, singleFieldError } from '../../shared/api/faults';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { useIsCurrentUser } from '../useActorName';
import { hasOtherText } from '../formState/useTransferEdit';
import { newIdempotencyKey } from '../data/rowsApi';
import { useUndo } from './useUndo';
import type { EntityFormState } from '../formState/entityFormState';
import { historyApi } from './historyApi';

/** Types earlier values into the form; returns the fields it left out because of other typed text. */
function useFillForm({ draft, formShape, handlers }: EntityFormState) {
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  return (oldValues: HistoryEntry['fields']): readonly string[] => {
    const formFields = oldValues.filter(({ field }) => formShape.fields.includes(field));
    const hasOtherValue = ({ field, before }: HistoryField) =>
      hasOtherText(formShape, latest.current, { field, base: null, mine: before });
    for (const change of formFields) if (!hasOtherValue(change)) handlers.onType(change.field, change.before);
    return formFields.filter(hasOtherValue).map(({ field }) => field);
  };
}

/** Why the earlier values were not stored, and what happened to them. */
function useConflictText(entity: AnyEntity) {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const isCurrentUser = useIsCurrentUser();
  return ({ fields }: EditConflict, keptFields: readonly string[]): string => {
    const names = keptFields.map((field) => labels.fields[field] ?? field).join(t('history.comma'));
    if (keptFields.length > 0) return t('history.held', { fields: names });
    const authors = fields.flatMap(({ by }) => (by === null ? [] : [by]));
    const other = authors.find((by) => !isCurrentUser(by));
    if (other) return t('history.clash', { name: other.name });
    return authors.length > 0 ? t('history.clash_you') : t('history.clash_nobody');
  };
}

export function useRevert(form: EntityFormState, id: number, onShowForm: () => void) {
  const { entity, draft } = form;
  const { toasts, ownMutations } = useApp();
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const { offerUndo } = useUndo();
  const [send, { isLoading: isBusy }] = historyApi.useRevertMutation();
  const [fetchHistory] = historyApi.useLazyPastQuery();
  const fillForm = useFillForm(form);
  const conflictText = useConflictText(entity);

  const fillFormWithOldValues = async (
    entry: HistoryEntry,
    fields: readonly string[] | undefined,
    conflict: EditConflict,
  ) => {
    const { data } = await fetchHistory({ e: entity.name, id, seq: entry.seq });
    const wantedFields = (data?.list[0]?.fields ?? []).filter(({ field }) => fields?.includes(field) ?? true);
    toasts.show('warning', conflictText(conflict, fillForm(wantedFields)));
    onShowForm();
  };
  const revert = async (entry: HistoryEntry, fields?: readonly string[]) => {
    const operationKey = ['revert', entity.name, id, entry.seq, ...(fields ?? [])].join('/');
    const idempotencyKey = ownMutations.idFor(operationKey, newIdempotencyKey);
    const { data, error } = await send({ e: entity.name, id, entry, idempotencyKey, ...(fields ? { fields } : {}) });
    if (isRetryable(error)) {
      const retry = { label: t('history.ask_again'), run: () => void revert(entry, fields) };
      toasts.show('warning', t('history.unanswered'), retry, operationKey);
      return;
    }
    ownMutations.complete(operationKey);
    if (data) offerUndo(t('history.reverted'), data.cid);
    if (!isCallFault(error)) return;
    const conflict = error.kind === 'conflict' ? (error.data as EditConflict | null) : null; // the server's contract for 412
    if (conflict?.kind === 'fields') await fillFormWithOldValues(entry, fields, conflict);
    else toasts.show('error', singleFieldError(error, '', labels.fields));
  };
  return { revert, isBusy: isBusy || draft.pendingSave !== null };
}
