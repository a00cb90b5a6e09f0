/** Carries what was typed in a list over to the record's form: to the one that is shown, else to the draft it will begin with. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import type { AnyEntity } from '../../common/entity/entity';
import type { Wire } from '../../common/entity/project';
import { newMark } from '../shared/openForms';
import { isDirty, newDraft, sameValue, type Draft, type DraftEvent, type Gift, type Shape } from './draft';
import { draftReducer } from './draftReducer';
import { draftKey, useDraftShelf } from './draftShelf';
import { fieldsOfForm } from './formLayout';
import { useMay } from './useMay';

/** Another text stands in the field already: neither may push the other out. */
export const holdsOther = (shape: Shape, draft: Draft, { field, mine }: Gift): boolean =>
  isDirty(shape, draft, field) && !sameValue(shape.entity, field, draft.mine[field], mine);

/** A form as it would be had the record been opened instead. */
const openedOn = (row: Wire): Draft => ({
  ...newDraft(Number(row['id']), row, newMark()),
  loaded: true,
  revision: Number(row['revision'] ?? 0),
});

/** By whom it was taken: a form that is shown, or the draft the next one begins with; null: by nobody. */
export type Taken = 'form' | Draft | null;

/** `row`: as it was when typing began. */
export function useHandOver(entity: AnyEntity): (row: Wire, gift: Gift) => Taken {
  const shelf = useDraftShelf();
  const rights = useMay(entity);
  const { pathname } = useLocation();
  const fields = fieldsOfForm(entity).filter((field) => rights.readable.has(field) || rights.writable.has(field));
  const shape: Shape = { entity, fields, writable: rights.writable };
  return (row, gift) => {
    const may = rights.may('update') && rights.writable.has(gift.field) && fields.includes(gift.field);
    if (shelf === null || !may) return null;
    const key = draftKey(pathname, entity.name, Number(row['id']));
    const take = shelf.taker(key);
    if (take) return take(gift) ? 'form' : null;
    const draft = shelf.recall(key) ?? openedOn(row);
    if (holdsOther(shape, draft, gift)) return null;
    const next = draftReducer(shape, draft, { type: 'handed', gift });
    shelf.keep(key, next);
    return next;
  };
}

/** Takes what is handed over to this form; what comes before its record does waits for it. */
export function useGifts(key: string, shape: Shape, draft: Draft, send: (event: DraftEvent) => void): void {
  const shelf = useDraftShelf();
  const waiting = useRef<readonly Gift[]>([]);
  const take = useEffectEvent((gift: Gift): boolean => {
    if (draft.sent !== null || holdsOther(shape, draft, gift)) return false;
    if (draft.loaded) send({ type: 'handed', gift });
    else waiting.current = [...waiting.current, gift];
    return true;
  });
  useEffect(() => shelf?.receive(key, (gift) => take(gift)), [shelf, key]);
  useEffect(() => {
    if (!draft.loaded) return;
    for (const gift of waiting.current) send({ type: 'handed', gift });
    waiting.current = [];
  }, [draft.loaded, send]);
}
