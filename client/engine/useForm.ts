/** A form on one record: loads it, follows it live, keeps what is typed, and saves only what was changed. */
import { useEffect, useMemo, useReducer, useRef } from 'react';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import { columnNamed } from '../../common/entity/meta';
import { initialValues } from '../../common/entity/validate';
import type { Change } from '../../common/protocol/live';
import type { CallFault } from '../shared/faults';
import { dirtyFields, draftReducer, newDraft, type Draft, type DraftEvent, type Shape } from './draft';
import { fieldsOfForm } from './formLayout';
import type { Written } from './rowsApi';
import { useKeeping, useRecalledDraft } from './useKeptDraft';
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
}
export interface Form {
  readonly entity: AnyEntity;
  readonly shape: Shape;
  readonly draft: Draft;
  readonly dirty: readonly string[];
  /** Under which the draft is kept while another tab is in sight. */
  readonly keptAs: string;
  readonly rights: EntityRights;
  readonly fault: CallFault | undefined;
  /** Why nothing can be changed right now, if so. */
  readonly readOnly: 'rights' | 'locked' | 'gone' | null;
  readonly handlers: FieldHandlers;
  readonly discard: () => void;
  /** Turns what is typed into a new record. */
  readonly detach: () => void;
  readonly save: () => Promise<Written | undefined>;
  readonly refetch: () => void;
}

function readOnlyReason(entity: AnyEntity, draft: Draft, rights: EntityRights): Form['readOnly'] {
  if (draft.gone) return 'gone';
  if (!rights.may(draft.id === null ? 'create' : 'update')) return 'rights';
  const { locked } = entity.spec;
  if (locked === undefined || draft.id === null) return null;
  const values = columnNamed(entity, locked.field)?.options.values ?? {};
  return locked.when.some((name) => values[name] === draft.base[locked.field]) ? 'locked' : null;
}

/** Hands each new version of the row to the draft. Fields too long for the live channel are fetched when they are missing. */
function useArrivals(
  form: { entity: AnyEntity; shape: Shape; rights: EntityRights },
  id: number | null,
  send: (event: DraftEvent) => void,
) {
  const onChange = ({ op, by }: Change) => {
    if (op !== 'del' && op !== 'leave') return;
    send({ type: 'gone', departure: { why: op === 'del' ? 'deleted' : 'left', by: by ?? null } });
  };
  const { held, mark, fault, refetch } = useRow(form.entity, id, onChange);
  const asked = useRef('');
  useEffect(() => {
    if (!held || !mark) return;
    const { last } = held;
    send({
      type: 'arrived',
      arrival: { row: held.row, by: last?.by ?? null, at: last?.at ?? Date.now(), mid: last?.mid ?? null },
    });
    const hole = form.shape.fields.some((field) => form.rights.readable.has(field) && held.row[field] === undefined);
    const question = `${mark.key}/${held.v}`;
    if (!hole || asked.current === question) return;
    asked.current = question;
    refetch();
  }, [held, mark, refetch, send, form.shape, form.rights]);
  return { fault, refetch };
}

/** Fields the reader may neither see nor write are not part of the form at all. */
function useShape(entity: AnyEntity, rights: EntityRights): Shape {
  const fields = fieldsOfForm(entity).filter((field) => rights.readable.has(field) || rights.writable.has(field));
  const key = fields.join();
  return useMemo(() => ({ entity, fields: key === '' ? [] : key.split(',') }), [entity, key]);
}

/** `id` null: a new record, perhaps with some values given. The form keeps to its first id; another record needs another form. */
export function useForm(entity: AnyEntity, id: number | null, preset: Readonly<Record<string, Json>> = {}): Form {
  const rights = useMay(entity);
  const shape = useShape(entity, rights);
  const { recalled, key } = useRecalledDraft(entity, id);
  const [draft, send] = useReducer(
    (current: Draft, event: DraftEvent) => draftReducer(shape, current, event),
    null,
    () => recalled ?? newDraft(id, id === null ? { ...initialValues(entity), ...preset } : {}),
  );
  const { fault, refetch } = useArrivals({ entity, shape, rights }, draft.id, send);
  const save = useSave(entity, shape, rights, send);
  const handlers = useMemo(
    (): FieldHandlers => ({
      type: (field, value) => send({ type: 'typed', field, value }),
      focus: (field) => send({ type: 'focused', field }),
      blur: () => send({ type: 'blurred', at: Date.now() }),
      take: (field) => send({ type: 'took', field }),
      keep: (field) => send({ type: 'kept', field }),
    }),
    [],
  );
  const dirty = dirtyFields(shape, draft);
  useKeeping(key, draft, dirty.length > 0);
  return {
    entity,
    shape,
    draft,
    dirty,
    keptAs: key,
    rights,
    fault,
    readOnly: readOnlyReason(entity, draft, rights),
    handlers,
    discard: () => send({ type: 'discarded' }),
    detach: () => send({ type: 'detached' }),
    save: () => save(draft),
    refetch,
  };
}
