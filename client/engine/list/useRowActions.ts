/** What can be done with rows of a list: open, delete after asking, entity actions, a value changed in place. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { columnNamed } from '../../../common/entity/meta';
import type { Wire } from '../../../common/entity/project';
import { useApp } from '../../shared/app';
import { selectTable, type EntitiesHolder } from '../../shared/entities';
import { isCallFault } from '../../shared/faults';
import { rowsApi } from '../rowsApi';
import { useLaterWords } from '../../shared/useLaterWords';
import { useUndo } from '../undo/useUndo';
import { useMay } from '../useMay';
import { leftOf, type LeftRow } from './leftOf';
import type { RowMove } from './rowPlaces';
import { useInlineSave } from './useInlineSave';
import { usePlaceRow } from './usePlaceRow';

export type Asked =
  | { readonly kind: 'remove'; readonly ids: readonly number[] }
  | { readonly kind: 'act'; readonly id: number; readonly action: string }
  /** A value whose definition asks for confirmation. */
  | { readonly kind: 'change'; readonly id: number; readonly field: string; readonly value: Json };
export interface RowActions {
  /** Waits for a yes. */
  readonly asked: Asked | null;
  readonly ask: (asked: Asked | null) => void;
  readonly confirm: () => Promise<void>;
  readonly busy: boolean;
  /** Rows the last deletion left alone, until somebody has read it. */
  readonly left: readonly LeftRow[];
  readonly leftRead: () => void;
  /** Saves one value of one row through the same path as a form. */
  readonly commit: (row: Wire, field: string, value: Json) => Promise<string | null>;
  readonly place: (id: number, move: RowMove) => Promise<void>;
}

/** A lock is no fault the channel itself speaks of. */
function sayLocked(toasts: ReturnType<typeof useApp>['toasts'], error: unknown): void {
  if (isCallFault(error) && error.kind === 'locked') toasts.show('error', error.msg);
}

/** Deletes rows as they were seen, offers to take it back, and keeps which of them were left alone. */
function useRemoval(entity: AnyEntity, onRemoved: (ids: readonly number[]) => void) {
  const store = useStore<EntitiesHolder>();
  const { toasts } = useApp();
  const { t } = useTranslation();
  const { offer } = useUndo();
  const { mayAct } = useMay(entity);
  const [left, setLeft] = useState<readonly LeftRow[]>([]);
  const [remove, { isLoading }] = rowsApi.useRemoveMutation();
  const run = async (ids: readonly number[]) => {
    const table = selectTable(entity.name)(store.getState());
    const titles = new Map(ids.map((id) => [id, table?.[id]?.row[entity.spec.title]] as const));
    const revisions = Object.fromEntries(ids.flatMap((id) => (table?.[id] ? [[id, table[id].v] as const] : [])));
    const { data, error } = await remove({ e: entity.name, ids, revisions });
    sayLocked(toasts, error);
    if (!data) return;
    const said = data.said ?? t('engine.done.removed_many', { count: data.ids.length });
    if (data.ids.length > 0 && mayAct('restore')) offer(said, data.cid);
    else if (data.ids.length > 0) toasts.show('success', said);
    setLeft(leftOf(t, data.skipped, titles));
    onRemoved([...data.ids, ...data.skipped.flatMap(({ id, gone }) => (gone ? [id] : []))]);
  };
  return { run, busy: isLoading, left, leftRead: () => setLeft([]) };
}

interface Wishes {
  readonly onRemoved: (ids: readonly number[]) => void;
  /** Shows the record's form. */
  readonly open: (id: number) => void;
  /** Whether a row can still be seen: rows that go while a question about them stands are asked about no longer. */
  readonly isHere: (id: number) => boolean;
}

/** What is left of a question; null once every row it is about went. */
function stillAsked(asked: Asked | null, isHere: Wishes['isHere']): Asked | null {
  if (asked?.kind !== 'remove') return asked !== null && isHere(asked.id) ? asked : null;
  const ids = asked.ids.filter(isHere);
  return ids.length === 0 ? null : { ...asked, ids };
}

type Commit = RowActions['commit'];

/** Whether the definition asks for confirmation before a list changes the field to the value. */
export function needsConfirm(entity: AnyEntity, field: string, value: Json): boolean {
  const { confirmChangeTo = [], values } = columnNamed(entity, field)?.options ?? {};
  return confirmChangeTo.some((name) => (values?.[name] ?? name) === value);
}

/** Asks before a value is stored where the definition says so. A change that is not confirmed stores nothing. */
function useConfirmedChange(entity: AnyEntity, commit: Commit, ask: (asked: Asked | null) => void) {
  const waiting = useRef<((yes: boolean) => void) | null>(null);
  const answer = (yes: boolean) => {
    const settle = waiting.current;
    waiting.current = null;
    settle?.(yes);
    if (settle) ask(null);
  };
  const confirmed: Commit = async (row, field, value) => {
    if (!needsConfirm(entity, field, value) || row[field] === value) return commit(row, field, value);
    answer(false);
    const isYes = new Promise<boolean>((resolve) => {
      waiting.current = resolve;
    });
    ask({ kind: 'change', id: Number(row['id']), field, value });
    return (await isYes) ? commit(row, field, value) : null;
  };
  return { commit: confirmed, answer };
}

export function useRowActions(entity: AnyEntity, { onRemoved, open, isHere }: Wishes): RowActions {
  const { toasts, isOnline } = useApp();
  const { t } = useTranslation();
  useLaterWords();
  const [question, ask] = useState<Asked | null>(null);
  const commit = useInlineSave(entity, open);
  const place = usePlaceRow(entity);
  const removal = useRemoval(entity, onRemoved);
  const [act, acting] = rowsApi.useActMutation();
  const e = entity.name;
  const change = useConfirmedChange(entity, commit, ask);
  const busy = removal.busy || acting.isLoading;
  // A row also goes by what was just answered.
  const asked = busy ? question : stillAsked(question, isHere);

  const confirm = async () => {
    if (asked === null) return;
    if (asked.kind === 'change') {
      change.answer(true);
      return;
    }
    if (!isOnline()) {
      toasts.show('warning', t(asked.kind === 'remove' ? 'together.delete_offline' : 'together.act_offline'));
      ask(null);
      return;
    }
    if (asked.kind === 'remove') await removal.run(asked.ids);
    else {
      const { error } = await act({ e, id: asked.id, action: asked.action, announce: true });
      sayLocked(toasts, error);
    }
    ask(null);
  };
  return {
    asked,
    ask: (next) => {
      if (next === null) change.answer(false);
      ask(next);
    },
    confirm,
    busy,
    left: removal.left,
    leftRead: removal.leftRead,
    commit: change.commit,
    place,
  };
}
