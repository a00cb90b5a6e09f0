/** "Saved · Undo": offers to take a change-set back, does it, and says what was left alone and why. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeftRow, UndoDone } from '../../../common/protocol/history';
import { api } from '../../shared/api';
import { useApp } from '../../shared/app';
import { isCallFault, isLost, isSpoken } from '../../shared/faults';
import { newMid } from '../rowsApi';

/** Undo touches rows of any entity: whatever lists are open ask again what belongs to them. */
const undoApi = api.injectEndpoints({
  endpoints: (build) => ({
    undo: build.mutation<UndoDone & { readonly cid: string }, { readonly cid: string; readonly mid: string }>({
      query: ({ cid, mid }) => ({ url: '/admin/history/undo', method: 'POST', body: { cid, _mid: mid }, quiet: true }),
      invalidatesTags: (done) => (done ? ['Rows'] : []),
    }),
  }),
});

export interface Undoing {
  /** Says what was done, with an Undo beside it, and line by line what was left as it is. */
  readonly offer: (said: string, cid: string | undefined, left?: readonly string[]) => void;
  /** `again`: what is taken back is an undo, so that what it undid stands once more. */
  readonly undo: (cid: string, again?: boolean) => Promise<void>;
}

/** The lines of a message about rows that stayed as they are. */
function useLeftLines() {
  const { t } = useTranslation();
  return useCallback(
    (left: readonly LeftRow[]): readonly string[] =>
      left.map(({ title, id, why, by, msg }) => {
        const name = title === '' ? `#${id}` : title;
        if (why === 'changed' && by) return t('history.left.changed_by', { title: name, name: by.name });
        return t(`history.left.${why}`, { title: name, msg });
      }),
    [t],
  );
}

export function useUndo(): Undoing {
  const { toasts, ownMids } = useApp();
  const { t } = useTranslation();
  const [send] = undoApi.useUndoMutation();
  const linesOf = useLeftLines();

  const undo = useCallback(
    async function undo(cid: string, again = false): Promise<void> {
      const act = `undo/${cid}`;
      const { data, error } = await send({ cid, mid: ownMids.of(act, newMid) });
      if (isLost(error)) {
        const retry = { label: t('history.ask_again'), run: () => void undo(cid, again), undoes: true as const };
        toasts.show('warning', t('history.unanswered'), retry, cid);
        return;
      }
      ownMids.answered(act);
      if (isCallFault(error) && isSpoken(error)) toasts.show('error', error.msg);
      if (!data) return;
      const { undone, left, hidden } = data;
      const deed = again ? 'redone' : 'undone';
      const many = t(`history.${deed}_many`, { count: undone });
      const label = again ? t('history.undo') : t('history.redo');
      const back = { label, run: () => void undo(data.cid, !again), undoes: true as const };
      if (left.length + hidden === 0) {
        toasts.show('success', undone > 1 ? many : t(`history.${deed}`), back, data.cid);
        return;
      }
      const parts = [
        undone > 0 ? many : t(`history.${deed}_none`),
        t('history.left_alone', { count: left.length + hidden }),
      ];
      toasts.show('warning', parts.join(' · '), undone > 0 ? back : undefined, data.cid, linesOf(left));
    },
    [send, t, toasts, ownMids, linesOf],
  );
  const offer = useCallback(
    (said: string, cid: string | undefined, left?: readonly string[]) => {
      const tone = left === undefined ? 'success' : 'warning';
      const back = { label: t('history.undo'), run: () => void undo(cid ?? ''), undoes: true as const };
      toasts.show(tone, said, cid === undefined ? undefined : back, cid, left);
    },
    [t, toasts, undo],
  );
  return { offer, undo };
}
