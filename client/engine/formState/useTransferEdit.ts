/** Transfers an edit typed in a list cell to the record's form: to the open form, otherwise to its cached draft. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import type { WireRow } from '../../../common/entity/projectRow';
import { newFormId } from '../../shared/store/openFormRegistry';
import {
  isDirty,
  newDraft,
  isSameValue,
  type Draft,
  type DraftEvent,
  type TransferredEdit,
  type FormShape,
} from './draft';
import { draftReducer } from './draftReducer';
import { draftKey, useDraftCache } from './draftCache';
import { formFieldNames } from './formLayout';
import { usePermissions } from '../usePermissions';

/** Whether the field of the form already contains other typed text, which the transfer must not replace. */
export const hasOtherText = (formShape: FormShape, draft: Draft, { field, mine }: TransferredEdit): boolean =>
  isDirty(formShape, draft, field) && !isSameValue(formShape.entity, field, draft.mine[field], mine);

/** The draft of a form that has just loaded this row. */
const createLoadedDraft = (row: WireRow): Draft => ({
  ...newDraft(Number(row['id']), row, newFormId()),
  isLoaded: true,
  revision: Number(row['revision'] ?? 0),
});

/** The target of a transferred edit: the open form, or the cached draft that contains it now. Null: the edit was refused. */
export type TransferDestination = 'form' | Draft | null;

/** Returns the transfer function. `row`: the row when typing began. */
export function useTransferEdit(
  entity: AnyEntity,
): (row: WireRow, transferredEdit: TransferredEdit) => TransferDestination {
  const draftCache = useDraftCache();
  const permissions = usePermissions(entity);
  const { pathname } = useLocation();
  const fields = formFieldNames(entity).filter(
    (field) => permissions.readable.has(field) || permissions.writable.has(field),
  );
  const formShape: FormShape = { entity, fields, writable: permissions.writable };
  return (row, transferredEdit) => {
    const isAllowed =
      permissions.can('update') &&
      permissions.writable.has(transferredEdit.field) &&
      fields.includes(transferredEdit.field);
    if (draftCache === null || !isAllowed) return null;
    const key = draftKey(pathname, entity.name, Number(row['id']));
    const accept = draftCache.transferTarget(key);
    if (accept) return accept(transferredEdit) ? 'form' : null;
    const draft = draftCache.get(key) ?? createLoadedDraft(row);
    if (hasOtherText(formShape, draft, transferredEdit)) return null;
    const next = draftReducer(formShape, draft, { type: 'editTransferred', transferredEdit });
    draftCache.set(key, next);
    return next;
  };
}

/** Receives edits that are transferred to this form. Edits that arrive before the record is loaded wait for it. */
export function useReceiveTransferredEdits(
  key: string,
  formShape: FormShape,
  draft: Draft,
  send: (event: DraftEvent) => void,
): void {
  const draftCache = useDraftCache();
  const pendingEdits = useRef<readonly TransferredEdit[]>([]);
  const accept = useEffectEvent((transferredEdit: TransferredEdit): boolean => {
    if (draft.pendingSave !== null || hasOtherText(formShape, draft, transferredEdit)) return false;
    if (draft.isLoaded) send({ type: 'editTransferred', transferredEdit });
    else pendingEdits.current = [...pendingEdits.current, transferredEdit];
    return true;
  });
  useEffect(() => draftCache?.onTransferredEdit(key, (transferredEdit) => accept(transferredEdit)), [draftCache, key]);
  useEffect(() => {
    if (!draft.isLoaded) return;
    for (const transferredEdit of pendingEdits.current) send({ type: 'editTransferred', transferredEdit });
    pendingEdits.current = [];
  }, [draft.isLoaded, send]);
}
