/** A form on one record: loads it, follows it live, keeps what is typed, and saves only what was changed. */
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import type { Wire } from '../../common/entity/project';
import { lockedIn } from '../../common/entity/lock';
import { initialValues } from '../../common/entity/validate';
import type { Change } from '../../common/protocol/live';
import { useApp } from '../shared/app';
import { selectConnection } from '../shared/connection';
import { useAppDispatch, useAppSelector } from '../shared/createStore';
import { rowsReleased } from '../shared/entities';
import type { CallFault } from '../shared/faults';
import { newMark } from '../shared/openForms';
import { barredFields, dirtyFields, newDraft, type Draft, type DraftEvent, type Shape } from './draft';
import { draftReducer } from './draftReducer';
import { fieldsOfForm } from './formLayout';
import { writtenFields, type KeptPick } from './picks';
import type { Written } from './rowsApi';
import { useFlush } from './queue/useFlush';
import { useKeeping, type Keeping } from './keeping/useKeeping';
import { useGifts } from './handOver';
import { useRecalledDraft, useShelved } from './useKeptDraft';
import { useFormTitles } from './list/useFollowedTitles';
import { useMay, type EntityRights } from './useMay';
import { useRow } from './useRow';
import { useSave } from './useSave';

/** What the fields call back; the same object for as long as the form lives. */
export interface FieldHandlers {
  readonly type: (field: string, value: Json) => void;
  readonly focus: (field: string) => void;
  readonly blur: () => void;
  readonly take: (field: string) => void;
  readonly keep: (field: string) => void;
  /** Opens the conflict dialog, or leaves it without a decision. */
  readonly review: (open: boolean) => void;
  /** Keeps what was chosen in it for fields that are decided together. */
  readonly pick: (unit: string, pick: KeptPick) => void;
}
export interface Form {
  readonly entity: AnyEntity;
  readonly shape: Shape;
  readonly draft: Draft;
  readonly dirty: readonly string[];
  /** Fields whose result was written in the conflict dialog, and not saved. */
  readonly written: readonly string[];
  /** What of it is kept beyond this form. */
  readonly kept: Keeping;
  /** Typed in, but the right to write them was lost. */
  readonly barred: readonly string[];
  /** Under which the draft is kept while another tab is in sight. */
  readonly keptAs: string;
  readonly rights: EntityRights;
  readonly fault: CallFault | undefined;
  /** Why nothing can be changed right now, if so. */
  readonly readOnly: 'rights' | 'locked' | 'gone' | null;
  /** The name of the state that locks the record. */
  readonly lock: string | undefined;
  readonly handlers: FieldHandlers;
  readonly discard: () => void;
  /** Closes the sight of what a save was merged with. */
  readonly unview: () => void;
  /** Saves what is typed as a new record. */
  readonly copy: () => Promise<Written | undefined>;
  /** Brings the deleted record back and goes on with what is typed. */
  readonly restore: () => Promise<void>;
  /** Turns what is typed into a new record. */
  readonly detach: () => void;
  readonly save: () => Promise<Written | undefined>;
  /** Saves what was decided in the conflict dialog. */
  readonly resolve: (values: Wire) => Promise<Written | undefined>;
  readonly refetch: () => void;
}

function readOnlyReason(entity: AnyEntity, draft: Draft, rights: EntityRights): Form['readOnly'] {
  if (draft.gone) return 'gone';
  if (!rights.may(draft.id === null ? 'create' : 'update')) return 'rights';
  return lockOf(entity, draft) === undefined ? null : 'locked';
}

/** The name of the state the record is locked in, as far as is known by now. */
function lockOf(entity: AnyEntity, draft: Draft): string | undefined {
  const { locked } = entity.spec;
  if (locked === undefined || draft.id === null) return undefined;
  const { field } = locked;
  const state = draft.conflicts[field]?.theirs ?? draft.waiting[field]?.theirs ?? draft.base[field] ?? null;
  return lockedIn(entity, { [field]: state });
}

/** A record that cannot be read any more is out of sight; why is known when rights changed since the form was opened. */
function useSight(isMissing: boolean, send: (event: DraftEvent) => void): void {
  const turns = useAppSelector(selectConnection).rightsTurns;
  const [before] = useState(turns);
  const why = turns > before ? 'left' : 'missing';
  useEffect(() => {
    if (isMissing) send({ type: 'gone', departure: { why, by: null } });
  }, [isMissing, why, send]);
}

/** Hands each new version of the row to the draft. Fields too long for the live channel are fetched when they are missing. */
function useArrivals(
  form: { entity: AnyEntity; shape: Shape; rights: EntityRights },
  { id, loaded }: Draft,
  send: (event: DraftEvent) => void,
) {
  const dispatch = useAppDispatch();
  const onChange = ({ op, by }: Change) => {
    if (op !== 'leave' || id === null) return;
    dispatch(rowsReleased([[form.entity.name, [id]]]));
    send({ type: 'gone', departure: { why: 'left', by: by ?? null } });
  };
  const { ownMids } = useApp();
  const { held, mark, fault, refetch } = useRow(form.entity, id, onChange);
  useSight(loaded && fault?.status === 404, send);
  const asked = useRef('');
  useEffect(() => {
    if (!held || !mark) return;
    const { last } = held;
    if (held.gone) {
      send({ type: 'gone', departure: { why: 'deleted', by: last?.by ?? null } });
      return;
    }
    const fields = last !== undefined && last.fields.length > 0 ? { fields: last.fields } : {};
    const here = ownMids.has(last?.mid ?? null) ? { here: true as const } : {};
    const arrival = { row: held.row, by: last?.by ?? null, at: last?.at ?? Date.now(), mid: last?.mid ?? null };
    send({ type: 'arrived', arrival: { ...arrival, ...fields, ...here } });
    const hole = form.shape.fields.some((field) => form.rights.readable.has(field) && held.row[field] === undefined);
    const question = `${mark.key}/${held.v}`;
    if (!hole || asked.current === question) return;
    asked.current = question;
    refetch();
  }, [held, mark, refetch, send, form.shape, form.rights, ownMids]);
  return { fault, refetch, seq: mark?.seq };
}

/** Fields the reader may neither see nor write are not part of the form at all. */
function useShape(entity: AnyEntity, rights: EntityRights): Shape {
  const fields = fieldsOfForm(entity).filter((field) => rights.readable.has(field) || rights.writable.has(field));
  const key = JSON.stringify([fields, fields.filter((field) => rights.writable.has(field))]);
  return useMemo(() => {
    const [all, writable] = JSON.parse(key) as [string[], string[]]; // printed on the line above
    return { entity, fields: all, writable: new Set(writable) };
  }, [entity, key]);
}

/** `id` null: a new record, perhaps with some values given. The form keeps to its first id; another record needs another form. */
export function useForm(entity: AnyEntity, id: number | null, preset: Readonly<Record<string, Json>> = {}): Form {
  const rights = useMay(entity);
  const shape = useShape(entity, rights);
  const { recalled, key } = useRecalledDraft(entity, id);
  const [draft, send] = useReducer(
    (current: Draft, event: DraftEvent) => draftReducer(shape, current, event),
    null,
    () => recalled ?? newDraft(id, id === null ? { ...initialValues(entity), ...preset } : {}, newMark()),
  );
  const { fault, refetch, seq } = useArrivals({ entity, shape, rights }, draft, send);
  useFormTitles(shape, draft, seq);
  useEffect(() => send({ type: 'restricted', readable: rights.readable }), [rights]);
  const saving = useSave({ entity, shape, rights, refetch }, send);
  const handlers = useMemo(
    (): FieldHandlers => ({
      type: (field, value) => send({ type: 'typed', field, value }),
      focus: (field) => send({ type: 'focused', field }),
      blur: () => send({ type: 'blurred', at: Date.now() }),
      take: (field) => send({ type: 'took', field }),
      keep: (field) => send({ type: 'kept', field }),
      review: (open) => send({ type: open ? 'reviewed' : 'returned' }),
      pick: (unit, pick) => send({ type: 'picked', unit, pick }),
    }),
    [],
  );
  useFlush(draft.queued !== null && draft.sent === null, () => void saving.flush(draft));
  const dirty = dirtyFields(shape, draft);
  const written = writtenFields(draft.picks);
  useGifts(key, shape, draft, send);
  const kept = useKeeping({ shape, rights, draft, send, keptAs: key, resumed: recalled !== undefined });
  // After it: a form that is closed says what became of its text once that is known.
  useShelved(key, draft, dirty.length + written.length > 0, kept.stored);
  return {
    entity,
    shape,
    draft,
    dirty,
    written,
    kept,
    barred: barredFields(shape, draft),
    keptAs: key,
    rights,
    fault,
    readOnly: readOnlyReason(entity, draft, rights),
    lock: lockOf(entity, draft),
    handlers,
    discard: () => saving.discard(draft),
    unview: () => send({ type: 'viewed', merges: null }),
    copy: () => saving.copy(draft),
    restore: () => saving.restore(draft),
    detach: () => send({ type: 'detached' }),
    save: () => saving.save(draft),
    resolve: (values) => saving.resolve(draft, values),
    refetch,
  };
}
