/** Takes one save of a record back. Where somebody wrote since, the old values go into the form instead, to be looked at. */
import { useTranslation } from 'react-i18next';
import type { HistoryLine } from '../../../common/protocol/history';
import type { Conflict } from '../../../common/protocol/live';
import { useApp } from '../../shared/app';
import { isCallFault, isLost } from '../../shared/faults';
import { newMid } from '../rowsApi';
import { useUndo } from '../undo/useUndo';
import type { Form } from '../useForm';
import { historyApi } from './historyApi';

export function useReverting({ entity, draft, shape, handlers }: Form, id: number, onForm: () => void) {
  const { toasts, ownMids } = useApp();
  const { t } = useTranslation();
  const { offer } = useUndo();
  const [send, { isLoading: busy }] = historyApi.useRevertMutation();
  const [ask] = historyApi.useLazyPastQuery();

  const intoForm = async (line: HistoryLine, fields: readonly string[] | undefined, conflict: Conflict) => {
    const { data } = await ask({ e: entity.name, id, seq: line.seq });
    for (const { field, before } of data?.list[0]?.fields ?? [])
      if ((fields?.includes(field) ?? true) && shape.fields.includes(field)) handlers.type(field, before);
    const name = conflict.fields.find(({ by }) => by !== null)?.by?.name;
    toasts.show('warning', name === undefined ? t('history.clash_nobody') : t('history.clash', { name }));
    onForm();
  };
  const revert = async (line: HistoryLine, fields?: readonly string[]) => {
    const act = ['revert', entity.name, id, line.seq, ...(fields ?? [])].join('/');
    const mid = ownMids.of(act, newMid);
    const { data, error } = await send({ e: entity.name, id, line, mid, ...(fields ? { fields } : {}) });
    if (isLost(error)) {
      const retry = { label: t('history.ask_again'), run: () => void revert(line, fields) };
      toasts.show('warning', t('history.unanswered'), retry, act);
      return;
    }
    ownMids.answered(act);
    if (data) offer(t('history.reverted'), data.cid);
    if (!isCallFault(error)) return;
    const conflict = error.kind === 'conflict' ? (error.data as Conflict | null) : null; // the server's contract for 412
    if (conflict?.kind === 'fields') await intoForm(line, fields, conflict);
    else toasts.show('error', error.msg);
  };
  return { revert, busy: busy || draft.sent !== null };
}
