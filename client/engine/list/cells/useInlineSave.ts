/** Saves one value of a row like a form; a conflict is resolved in the form's dialog. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import { findColumn } from '../../../../common/entity/columns';
import type { WireRow } from '../../../../common/entity/projectRow';
import { readValue } from '../../../../common/entity/readValue';
import { useApp } from '../../../shared/app/appContext';
import { useAppDispatch } from '../../../shared/app/createStore';
import { isCallFault, singleFieldError } from '../../../shared/api/faults';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { optimisticUpdateAdded } from '../../../shared/store/optimistic';
import { requiresApproval, rejectionToDraftEvent } from '../../conflict/rejectionToDraftEvent';
import { useRequestApproval } from '../../form/approval/useRequestApproval';
import { useTransferEdit } from '../../formState/useTransferEdit';
import { newIdempotencyKey, rowsApi } from '../../data/rowsApi';
import { useUndo } from '../../history/useUndo';
import { usePermissions } from '../../usePermissions';

/** The value to show before the response; none for money, which the server normalizes. */
function optimisticValue(entity: AnyEntity, field: string, value: Json): { readonly value: Json } | undefined {
  const column = findColumn(entity, field);
  if (column === undefined || column.kind === 'money') return undefined;
  const parsed = readValue(column, value);
  return 'value' in parsed ? parsed : undefined;
}

/** Saves of one row run one after the other, so that each uses the result of the one before. */
function useRowQueue() {
  const queueTails = useRef(new Map<number, Promise<unknown>>());
  return <T>(row: number, work: () => Promise<T>): Promise<T> => {
    const queued = (queueTails.current.get(row) ?? Promise.resolve()).then(work, work);
    queueTails.current.set(row, queued);
    return queued;
  };
}

/** `openRecord`: opens the record's form. */
export function useInlineSave(entity: AnyEntity, openRecord: (id: number) => void) {
  const { toasts } = useApp();
  const labels = useEntityLabels(entity);
  const dispatch = useAppDispatch();
  const enqueue = useRowQueue();
  const { t } = useTranslation();
  const { offerUndo } = useUndo();
  const transferEdit = useTransferEdit(entity);
  const permissions = usePermissions(entity);
  const approvalRequest = useRequestApproval(entity);
  const [update] = rowsApi.useUpdateMutation();

  /** Shows a rejection; a change that needs approval offers to request it, and that message stays until closed. */
  const showRefusal = (id: number, field: string, value: Json, rejection: { fault: string; error: unknown }) => {
    const text = `${labels.fields[field] ?? field}: ${rejection.fault}`;
    if (!requiresApproval(rejection.error) || !permissions.canRunAction('ask')) toasts.show('error', text);
    else {
      const run = () => void approvalRequest.requestApproval(id, field, value);
      // One message per value, so that each can be sent for approval.
      const key = `approval/${entity.name}/${id}/${field}`;
      toasts.show('warning', text, { label: t('settings.second.ask'), run }, key, []);
    }
  };

  /** The rejection as a message; null when the form handles it. */
  const explainRejection = (row: WireRow, field: string, value: Json, error: unknown): string | null => {
    const id = Number(row['id']);
    if (!isCallFault(error)) return null;
    if (error.kind === 'conflict') {
      const transferredEdit = { field, base: row[field] ?? null, mine: value, rejection: rejectionToDraftEvent(error) };
      if (transferEdit(row, transferredEdit) === null) return t('engine.list.changed');
      openRecord(id);
      return null;
    }
    return singleFieldError(error, field, labels.fields);
  };

  return async (row: WireRow, field: string, value: Json): Promise<string | null> => {
    const { id, revision } = row;
    const idempotencyKey = newIdempotencyKey();
    const optimistic = optimisticValue(entity, field, value);
    if (optimistic)
      dispatch(
        optimisticUpdateAdded({
          e: entity.name,
          id: Number(id),
          idempotencyKey,
          values: { [field]: optimistic.value },
        }),
      );
    const body = { id, revision, _base: { [field]: row[field] ?? null }, [field]: value, _mid: idempotencyKey };
    const { data, error } = await enqueue(Number(id), () => update({ e: entity.name, body }));
    if (data) offerUndo(data.message ?? t('engine.done.saved'), data.cid);
    const fault = explainRejection(row, field, value, error);
    const isSilent = isCallFault(error) && (error.kind === 'cancelled' || error.kind === 'signed_out');
    if (fault !== null && !isSilent) showRefusal(Number(id), field, value, { fault, error });
    return fault;
  };
}
