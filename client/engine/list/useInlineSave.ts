/** Saves one value of one row through the same path as a form; a clash is decided in the same dialog as a form's. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { columnNamed } from '../../../common/entity/meta';
import type { Wire } from '../../../common/entity/project';
import { readValue } from '../../../common/entity/values';
import { useApp } from '../../shared/app';
import { useAppDispatch } from '../../shared/createStore';
import { isCallFault, soleFault } from '../../shared/faults';
import { useWords } from '../../shared/i18n';
import { overlaid } from '../../shared/overlay';
import { needsApproval, outcomeOf } from '../conflict/outcome';
import { useAskApproval } from '../form/useAskApproval';
import { useHandOver } from '../handOver';
import { newMid, rowsApi } from '../rowsApi';
import { useUndo } from '../undo/useUndo';
import { useMay } from '../useMay';

/** What may be shown before the server has answered: a value it can only take as it is. Money is the server's to say. */
function shownAtOnce(entity: AnyEntity, field: string, value: Json): { readonly value: Json } | undefined {
  const column = columnNamed(entity, field);
  if (column === undefined || column.kind === 'money') return undefined;
  const read = readValue(column, value);
  return 'value' in read ? read : undefined;
}

/** Changes of one row leave one after the other: the later one stands on the earlier. */
function useTurns() {
  const tails = useRef(new Map<number, Promise<unknown>>());
  return <T>(row: number, work: () => Promise<T>): Promise<T> => {
    const turn = (tails.current.get(row) ?? Promise.resolve()).then(work, work);
    tails.current.set(row, turn);
    return turn;
  };
}

/** `open`: shows the record's form. */
export function useInlineSave(entity: AnyEntity, open: (id: number) => void) {
  const { toasts } = useApp();
  const words = useWords(entity);
  const dispatch = useAppDispatch();
  const inTurn = useTurns();
  const { t } = useTranslation();
  const { offer } = useUndo();
  const handOver = useHandOver(entity);
  const rights = useMay(entity);
  const approval = useAskApproval(entity);
  const [update] = rowsApi.useUpdateMutation();

  /** A change that another admin must approve is sent to one from the message, which stands until it is closed. */
  const showRefusal = (id: number, field: string, value: Json, said: { fault: string; error: unknown }) => {
    const text = `${words.fields[field] ?? field}: ${said.fault}`;
    if (!needsApproval(said.error) || !rights.mayAct('ask')) toasts.show('error', text);
    else {
      const run = () => void approval.ask(id, field, value);
      // One message for each value: every one can be sent for approval.
      const key = `approval/${entity.name}/${id}/${field}`;
      toasts.show('warning', text, { label: t('settings.second.ask'), run }, key, []);
    }
  };

  /** Why a value was not taken, in the words of its field. */
  const explain = (row: Wire, field: string, value: Json, error: unknown): string | null => {
    const id = Number(row['id']);
    if (!isCallFault(error)) return null;
    if (error.kind === 'conflict') {
      const gift = { field, base: row[field] ?? null, mine: value, refusal: outcomeOf(error) };
      if (handOver(row, gift) === null) return t('engine.list.changed');
      open(id);
      return null;
    }
    return soleFault(error, field, words.fields);
  };

  return async (row: Wire, field: string, value: Json): Promise<string | null> => {
    const { id, revision } = row;
    const mid = newMid();
    const shown = shownAtOnce(entity, field, value);
    if (shown) dispatch(overlaid({ e: entity.name, id: Number(id), mid, set: { [field]: shown.value } }));
    const body = { id, revision, _base: { [field]: row[field] ?? null }, [field]: value, _mid: mid };
    const { data, error } = await inTurn(Number(id), () => update({ e: entity.name, body }));
    if (data) offer(data.said ?? t('engine.done.saved'), data.cid);
    const fault = explain(row, field, value, error);
    const silent = isCallFault(error) && (error.kind === 'cancelled' || error.kind === 'signed_out');
    if (fault !== null && !silent) showRefusal(Number(id), field, value, { fault, error });
    return fault;
  };
}
