/** A form on one record: loads it, follows it live, keeps what is typed, and saves only what was changed. */
import { useEffect, useMemo, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import type { Issue } from '../../common/entity/issue';
import { columnNamed } from '../../common/entity/meta';
import { initialValues, validate } from '../../common/entity/validate';
import type { Change, Conflict } from '../../common/protocol/live';
import { sayIssue } from '../../common/text/words';
import { useApp } from '../shared/app';
import { fieldFaults, isCallFault, isSpoken, type CallFault } from '../shared/faults';
import { useLang, useWords } from '../shared/i18n';
import {
  changesOf,
  dirtyFields,
  draftReducer,
  newDraft,
  type Draft,
  type DraftEvent,
  type Shape,
} from './draft';
import { fieldsOfForm } from './formLayout';
import { newMid, rowsApi, type Written } from './rowsApi';
import { useMay, type EntityRights } from './useMay';
import { useRow } from './useRow';

export interface Form {
  readonly entity: AnyEntity;
  readonly shape: Shape;
  readonly draft: Draft;
  readonly dirty: readonly string[];
  readonly rights: EntityRights;
  readonly fault: CallFault | undefined;
  /** Why nothing can be changed right now, if so. */
  readonly readOnly: 'rights' | 'locked' | 'gone' | null;
  readonly type: (field: string, value: Json) => void;
  readonly focus: (field: string) => void;
  readonly blur: () => void;
  readonly take: (field: string) => void;
  readonly keep: (field: string) => void;
  readonly discard: () => void;
  /** Turns what is typed into a new record. */
  readonly detach: () => void;
  readonly save: () => Promise<Written | undefined>;
  readonly refetch: () => void;
}

const rootOf = (path: string) => path.split('.')[0] ?? path;

function readOnlyReason(entity: AnyEntity, draft: Draft, rights: EntityRights): Form['readOnly'] {
  if (draft.gone) return 'gone';
  if (!rights.may(draft.id === null ? 'create' : 'update')) return 'rights';
  const { locked } = entity.spec;
  if (locked === undefined || draft.id === null) return null;
  const values = columnNamed(entity, locked.field)?.options.values ?? {};
  return locked.when.some((name) => values[name] === draft.base[locked.field]) ? 'locked' : null;
}

/** Hands each new version of the row to the draft. Fields too long for the live channel are fetched when they are missing. */
function useArrivals(form: { entity: AnyEntity; shape: Shape; rights: EntityRights }, id: number | null, send: (event: DraftEvent) => void) {
  const onChange = ({ op, by }: Change) => {
    if (op !== 'del' && op !== 'leave') return;
    send({ type: 'gone', departure: { why: op === 'del' ? 'deleted' : 'left', by: by ?? null } });
  };
  const { held, mark, fault, refetch } = useRow(form.entity, id, onChange);
  const asked = useRef('');
  useEffect(() => {
    if (!held || !mark) return;
    const { last } = held;
    send({ type: 'arrived', arrival: { row: held.row, by: last?.by ?? null, at: last?.at ?? Date.now(), mid: last?.mid ?? null } });
    const hole = form.shape.fields.some((field) => form.rights.readable.has(field) && held.row[field] === undefined);
    const question = `${mark.key}/${held.v}`;
    if (!hole || asked.current === question) return;
    asked.current = question;
    refetch();
  }, [held, mark, refetch, send, form.shape, form.rights]);
  return { fault, refetch };
}

/** One id for one body, so that a save repeated after a broken connection is booked once. */
function useMid() {
  const last = useRef({ body: '', mid: '' });
  return (body: unknown) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, mid: newMid() };
    return last.current.mid;
  };
}

function useSave(entity: AnyEntity, shape: Shape, rights: EntityRights, send: (event: DraftEvent) => void) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const lang = useLang();
  const { fields: names } = useWords(entity);
  const [create] = rowsApi.useCreateMutation();
  const [update] = rowsApi.useUpdateMutation();
  const midOf = useMid();

  const sayIssues = (issues: readonly Issue[]) =>
    Object.fromEntries([...issues].reverse().map((issue) => [rootOf(issue.path), sayIssue(lang, issue)]));
  const check = (draft: Draft, values: Readonly<Record<string, Json>>) => {
    const columns = rights.columns.filter(({ name }) => rights.writable.has(name));
    const secret = shape.fields.flatMap((field) => (rights.readable.has(field) ? [] : (columnNamed(entity, field) ?? [])));
    const { issues } = validate(entity, values, { mode: draft.id === null ? 'create' : 'update', columns: [...columns, ...secret] });
    return sayIssues(issues.filter(({ path }) => shape.fields.includes(rootOf(path))));
  };
  const explain = (fault: unknown) => {
    if (!isCallFault(fault)) return send({ type: 'refused', faults: {} });
    const conflict = fault.kind === 'conflict' ? (fault.data as Conflict | null) : null; // the server's contract for 412
    if (conflict?.kind === 'fields') return send({ type: 'clashed', fields: conflict.fields });
    if (conflict?.kind === 'deleted') return send({ type: 'gone', departure: { why: 'deleted', by: null } });
    const faults = Object.fromEntries(Object.entries(fieldFaults(fault)).map(([path, said]) => [rootOf(path), said]));
    send({ type: 'refused', faults });
    if (isSpoken(fault) || Object.keys(faults).length === 0) toasts.show('error', fault.msg);
  };
  const celebrate = (draft: Draft, { merged }: Written) => {
    if (draft.id === null || merged.length === 0) return toasts.show('success', t('engine.done.saved'));
    const fields = merged.map((field) => names[field] ?? field).join(', ');
    const by = merged.map((field) => draft.flashes[field]?.by?.name).find((name) => name !== undefined);
    toasts.show('success', by === undefined ? t('engine.done.merged', { fields }) : t('engine.done.merged_by', { fields, name: by }));
  };

  return async (draft: Draft): Promise<Written | undefined> => {
    if (draft.sent || Object.keys(draft.conflicts).length > 0) return undefined;
    const { values, base } = changesOf(shape, draft);
    const faults = check(draft, draft.id === null ? { ...draft.base, ...values } : values);
    if (Object.keys(faults).length > 0) {
      send({ type: 'refused', faults });
      return undefined;
    }
    const content = draft.id === null ? values : { ...values, id: draft.id, revision: draft.revision, _base: base };
    const mid = midOf(content);
    const body = { ...content, _mid: mid };
    send({ type: 'sent', mid, values });
    const answer = await (draft.id === null ? create({ e: entity.name, body }) : update({ e: entity.name, body }));
    if (answer.error !== undefined) {
      explain(answer.error);
      return undefined;
    }
    send({ type: 'saved', id: answer.data.id, row: answer.data.row, at: Date.now() });
    celebrate(draft, answer.data);
    return answer.data;
  };
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
  const [draft, send] = useReducer(
    (current: Draft, event: DraftEvent) => draftReducer(shape, current, event),
    null,
    () => newDraft(id, id === null ? { ...initialValues(entity), ...preset } : {}),
  );
  const { fault, refetch } = useArrivals({ entity, shape, rights }, draft.id, send);
  const save = useSave(entity, shape, rights, send);
  return {
    entity,
    shape,
    draft,
    dirty: dirtyFields(shape, draft),
    rights,
    fault,
    readOnly: readOnlyReason(entity, draft, rights),
    type: (field, value) => send({ type: 'typed', field, value }),
    focus: (field) => send({ type: 'focused', field }),
    blur: () => send({ type: 'blurred', at: Date.now() }),
    take: (field) => send({ type: 'took', field }),
    keep: (field) => send({ type: 'kept', field }),
    discard: () => send({ type: 'discarded' }),
    detach: () => send({ type: 'detached' }),
    save: () => save(draft),
    refetch,
  };
}
