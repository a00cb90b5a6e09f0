/** Takes one save of a record back. Where somebody wrote since, the old values go into the form instead, to be looked at. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { HistoryField, HistoryLine } from '../../../common/protocol/history';
import type { Conflict } from '../../../common/protocol/live';
import { useApp } from '../../shared/app';
import { isCallFault, isLost, soleFault } from '../../shared/faults';
import { useWords } from '../../shared/i18n';
import { useIsSelf } from '../conflict/useNameOf';
import { holdsOther } from '../handOver';
import { newMid } from '../rowsApi';
import { useUndo } from '../undo/useUndo';
import type { Form } from '../useForm';
import { historyApi } from './historyApi';

/** Puts earlier values into the form as it is by then; answers which it left out, because other text stands there. */
function usePlacing({ draft, shape, handlers }: Form) {
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  return (past: HistoryLine['fields']): readonly string[] => {
    const known = past.filter(({ field }) => shape.fields.includes(field));
    const isHeld = ({ field, before }: HistoryField) =>
      holdsOther(shape, latest.current, { field, base: null, mine: before });
    for (const one of known) if (!isHeld(one)) handlers.type(one.field, one.before);
    return known.filter(isHeld).map(({ field }) => field);
  };
}

/** Why the earlier values are not stored, and what became of them. */
function useSayClash(entity: AnyEntity) {
  const { t } = useTranslation();
  const words = useWords(entity);
  const isSelf = useIsSelf();
  return ({ fields }: Conflict, held: readonly string[]): string => {
    const names = held.map((field) => words.fields[field] ?? field).join(t('history.comma'));
    if (held.length > 0) return t('history.held', { fields: names });
    const authors = fields.flatMap(({ by }) => (by === null ? [] : [by]));
    const other = authors.find((by) => !isSelf(by));
    if (other) return t('history.clash', { name: other.name });
    return authors.length > 0 ? t('history.clash_you') : t('history.clash_nobody');
  };
}

export function useReverting(form: Form, id: number, onForm: () => void) {
  const { entity, draft } = form;
  const { toasts, ownMids } = useApp();
  const { t } = useTranslation();
  const words = useWords(entity);
  const { offer } = useUndo();
  const [send, { isLoading: busy }] = historyApi.useRevertMutation();
  const [ask] = historyApi.useLazyPastQuery();
  const place = usePlacing(form);
  const say = useSayClash(entity);

  const intoForm = async (line: HistoryLine, fields: readonly string[] | undefined, conflict: Conflict) => {
    const { data } = await ask({ e: entity.name, id, seq: line.seq });
    const wanted = (data?.list[0]?.fields ?? []).filter(({ field }) => fields?.includes(field) ?? true);
    toasts.show('warning', say(conflict, place(wanted)));
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
    else toasts.show('error', soleFault(error, '', words.fields));
  };
  return { revert, busy: busy || draft.sent !== null };
}
