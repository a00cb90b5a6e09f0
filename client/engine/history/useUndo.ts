/** Offers the undo of a change-set, runs it, and lists skipped rows with the reason. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { SkippedRow, UndoResult } from '../../../common/protocol/history';
import { api } from '../../shared/api/api';
import { useApp } from '../../shared/app/appContext';
import { isCallFault, isRetryable, isShownAsToast } from '../../shared/api/faults';
import { newIdempotencyKey } from '../data/rowsApi';

/** An undo can change rows of any entity, so all open lists refetch. */
const undoApi = api.injectEndpoints({
  endpoints: (build) => ({
    undo: build.mutation<
      UndoResult & { readonly cid: string },
      { readonly cid: string; readonly idempotencyKey: string }
    >({
      query: ({ cid, idempotencyKey }) => ({
        url: '/admin/history/undo',
        method: 'POST',
        body: { cid, _mid: idempotencyKey },
        isSilent: true,
      }),
      invalidatesTags: (done) => (done ? ['Rows'] : []),
    }),
  }),
});

/** A finished undo or redo. */
export interface UndoneChange {
  readonly cid: string;
  /** The change-set that the undo made; undoing it does the change again. */
  readonly undoCid: string;
  readonly isRedo: boolean;
  readonly hasEffect: boolean;
}
export interface UndoActions {
  /** Shows a message with an Undo button, and lines about skipped rows. */
  readonly offerUndo: (message: string, cid: string | undefined, skipped?: readonly string[]) => void;
  /** `isRedo`: the change-set is itself an undo. */
  readonly undo: (cid: string, isRedo?: boolean) => Promise<void>;
}

/** Lines about rows that were left unchanged. */
function useSkippedLines() {
  const { t } = useTranslation();
  return useCallback(
    (skipped: readonly SkippedRow[]): readonly string[] =>
      skipped.map(({ title, id, why, by, msg }) => {
        const name = title === '' ? `#${id}` : title;
        if (why === 'changed' && by) return t('history.left.changed_by', { title: name, name: by.name });
        return t(`history.left.${why}`, { title: name, msg });
      }),
    [t],
  );
}

/** `onUndone` is called after each undo and redo, those from messages included; it must keep its identity. */
export function useUndo(onUndone?: (change: UndoneChange) => void): UndoActions {
  const { toasts, ownMutations } = useApp();
  const { t } = useTranslation();
  const [send] = undoApi.useUndoMutation();
  const skippedLines = useSkippedLines();

  const undo = useCallback(
    async function undo(cid: string, isRedo = false): Promise<void> {
      const operationKey = `undo/${cid}`;
      const { data, error } = await send({ cid, idempotencyKey: ownMutations.idFor(operationKey, newIdempotencyKey) });
      if (isRetryable(error)) {
        const retry = { label: t('history.ask_again'), run: () => void undo(cid, isRedo), undoes: true as const };
        toasts.show('warning', t('history.unanswered'), retry, cid);
        return;
      }
      ownMutations.complete(operationKey);
      if (isCallFault(error) && isShownAsToast(error)) toasts.show('error', error.msg);
      if (!data) return;
      const { undone, left: skipped, hidden } = data;
      onUndone?.({ cid, undoCid: data.cid, isRedo, hasEffect: undone > 0 });
      const outcome = isRedo ? 'redone' : 'undone';
      const countText = t(`history.${outcome}_many`, { count: undone });
      const label = isRedo ? t('history.undo') : t('history.redo');
      const undoAction = { label, run: () => void undo(data.cid, !isRedo), undoes: true as const };
      if (skipped.length + hidden === 0) {
        toasts.show('success', undone > 1 ? countText : t(`history.${outcome}`), undoAction, data.cid);
        return;
      }
      const parts = [
        undone > 0 ? countText : t(`history.${outcome}_none`),
        t('history.left_alone', { count: skipped.length + hidden }),
      ];
      toasts.show('warning', parts.join(' · '), undone > 0 ? undoAction : undefined, data.cid, skippedLines(skipped));
    },
    [send, t, toasts, ownMutations, skippedLines, onUndone],
  );
  const offerUndo = useCallback(
    (message: string, cid: string | undefined, skipped?: readonly string[]) => {
      const tone = skipped === undefined ? 'success' : 'warning';
      const undoAction = { label: t('history.undo'), run: () => void undo(cid ?? ''), undoes: true as const };
      toasts.show(tone, message, cid === undefined ? undefined : undoAction, cid, skipped);
    },
    [t, toasts, undo],
  );
  return { offerUndo, undo };
}
