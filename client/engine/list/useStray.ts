/** What becomes of a value typed in a cell that went away: it waits in the record's form; where none may take it, it can be copied. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Wire } from '../../../common/entity/project';
import { useApp } from '../../shared/app';
import { useWords } from '../../shared/i18n';
import { useCopyText } from '../conflict/useCopyText';
import { dirtyFields, type Draft } from '../draft';
import { useHandOver } from '../handOver';
import { draftApi } from '../keeping/draftApi';
import { useDescribe } from '../useDescribe';
import { useSayTitle } from '../useSayTitle';

export interface Stray {
  /** The row as it was when typing began. */
  readonly row: Wire;
  readonly field: string;
  readonly value: Json;
}

/** Shows the record's form from wherever one is by then: over this list, or with the list it belongs to. */
function useOpening(open: (id: number) => void) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return (id: number) => {
    if (shown.current) open(id);
    else void navigate(`${pathname}?record=${id}`);
  };
}

/** A draft nobody shows yet outlives the page too. */
function useStoreDraft(entity: AnyEntity) {
  const [keep] = draftApi.useKeepDraftMutation();
  return (draft: Draft) => {
    const typed = dirtyFields({ entity, fields: Object.keys(draft.mine) }, draft);
    const fields = Object.fromEntries(
      typed.map((field) => [field, { base: draft.base[field] ?? null, mine: draft.mine[field] ?? null }]),
    );
    void keep({
      ent: entity.name,
      id: draft.id ?? 0,
      form: draft.mark,
      revision: draft.revision,
      fields,
      at: Date.now(),
    });
  };
}

export function useStray(entity: AnyEntity, open: (id: number) => void): (stray: Stray) => void {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const words = useWords(entity);
  const describe = useDescribe(entity, Infinity);
  const say = useSayTitle(entity.name);
  const handOver = useHandOver(entity);
  const storeDraft = useStoreDraft(entity);
  const show = useOpening(open);
  const copy = useCopyText();
  return ({ row, field, value }) => {
    const id = Number(row['id']);
    const name = row[entity.spec.title];
    const title = typeof name === 'string' && name !== '' ? say(name) : `#${id}`;
    const params = { field: words.fields[field] ?? field, title };
    const text = typeof value === 'string' ? value : describe(field, value);
    const key = `${entity.name}/${id}/${field}`;
    const taken = handOver(row, { field, base: row[field] ?? null, mine: value });
    // Stands until it is closed, or the text is on the clipboard.
    const offerCopy = () => {
      const run = async () => {
        if (!(await copy(text))) offerCopy();
      };
      const action = { label: t('conflict.copy_text'), run: () => void run() };
      toasts.show('warning', t('conflict.stray_barred', params), action, key, [text]);
    };
    if (taken === null) {
      offerCopy();
      return;
    }
    if (taken !== 'form') storeDraft(taken);
    const action = { label: t('conflict.stray_open'), run: () => show(id) };
    toasts.show('info', t('conflict.stray', params), action, key, [text]);
  };
}
