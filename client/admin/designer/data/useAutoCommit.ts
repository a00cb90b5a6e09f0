/** Autosave: saves each edit of a form separately, a choice at once, typed text when the focus leaves its field. */
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { findColumn } from '../../../../common/entity/columns';
import type { FieldKind } from '../../../../common/entity/fieldKinds';
import type { SaveResult } from '../../../engine/data/rowsApi';
import type { EntityFormState } from '../../../engine/formState/entityFormState';
import { useOpenDesign } from './designContext';

const CHOSEN_KINDS: ReadonlySet<FieldKind> = new Set(['switch', 'choice', 'choices', 'icon', 'ref']);

/** Whether the focus is in a text field with changes. `chosen`: fields whose input is a list to choose from, whatever their kind. */
function isTyping({ entity, draft, dirtyFields }: EntityFormState, chosen: ReadonlySet<string>): boolean {
  const { focused } = draft;
  if (focused === null || chosen.has(focused) || !dirtyFields.includes(focused)) return false;
  return !CHOSEN_KINDS.has(findColumn(entity, focused)?.kind ?? 'text');
}

export function useAutoCommit(
  form: EntityFormState,
  chosen: ReadonlySet<string>,
  onSaved: (saved: SaveResult) => void,
): void {
  const { draft, dirtyFields } = form;
  const { reportUnsaved } = useOpenDesign();
  const key = useId();
  const isUnsaved = dirtyFields.length > 0;
  useEffect(() => {
    reportUnsaved(key, isUnsaved);
    return () => reportUnsaved(key, false);
  }, [key, isUnsaved, reportUnsaved]);
  /** The last values that were sent. Values that the server refused are not sent again automatically. */
  const attempted = useRef('');
  const isReady =
    dirtyFields.length > 0 &&
    draft.pendingSave === null &&
    draft.queued === null &&
    draft.review === null &&
    Object.keys(draft.conflicts).length === 0 &&
    form.readOnly === null &&
    !isTyping(form, chosen);
  const edits = isReady ? JSON.stringify(dirtyFields.map((name) => [name, draft.mine[name], draft.base[name]])) : '';
  const commit = useEffectEvent(async () => {
    const saved = await form.save();
    if (saved !== undefined) onSaved(saved);
  });
  useEffect(() => {
    if (edits === '' || attempted.current === edits) return;
    attempted.current = edits;
    void commit();
  }, [edits]);
}
