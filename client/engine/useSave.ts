/** The save of a form: what was changed with what it was changed from, answered by the row, or by who changed it first. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import type { Issue } from '../../common/entity/issue';
import { columnNamed } from '../../common/entity/meta';
import type { Wire } from '../../common/entity/project';
import { initialValues, validate } from '../../common/entity/validate';
import { useApp } from '../shared/app';
import { fieldFaults, isCallFault, isLost, isSpoken } from '../shared/faults';
import { sayIssue, useWords } from '../shared/i18n';
import { outcomeOf, rootOf } from './conflict/outcome';
import { useNameOf } from './conflict/useNameOf';
import { changesOf, dirtyFields, type Draft, type DraftEvent, type Queued, type Shape } from './draft';
import { draftReducer } from './draftReducer';
import { writtenFields } from './picks';
import { goOn, sendingFor } from './queue/following';
import { newMid, rowsApi, type Written } from './rowsApi';
import { useUndo } from './undo/useUndo';
import type { EntityRights } from './useMay';

/** One id for one body, so that a save repeated after a broken connection is booked once. */
function useMid() {
  const last = useRef({ body: '', mid: '' });
  return (body: unknown) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, mid: newMid() };
    return last.current.mid;
  };
}

interface SaveWorld {
  readonly entity: AnyEntity;
  readonly shape: Shape;
  readonly rights: EntityRights;
  readonly refetch: () => void;
}
type Send = (event: DraftEvent) => void;

/** The complaints about a draft as it would be saved, by field. */
function useCheck({ entity, shape, rights }: SaveWorld) {
  const { i18n } = useTranslation();
  const sayIssues = (issues: readonly Issue[]) =>
    Object.fromEntries([...issues].reverse().map((issue) => [rootOf(issue.path), sayIssue(i18n, issue)]));
  return (draft: Draft): Draft['faults'] => {
    const { values } = changesOf(shape, draft);
    const columns = rights.columns.filter(({ name }) => rights.writable.has(name));
    const secret = shape.fields.flatMap((field) =>
      rights.readable.has(field) ? [] : (columnNamed(entity, field) ?? []),
    );
    const { issues } = validate(entity, draft.id === null ? { ...draft.base, ...values } : values, {
      mode: draft.id === null ? 'create' : 'update',
      columns: [...columns, ...secret],
    });
    return sayIssues(issues.filter(({ path }) => shape.fields.includes(rootOf(path))));
  };
}

/** What is said after a save. */
function useCelebrate(entity: AnyEntity, send: Send) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const { fields: names, one } = useWords(entity);
  const { offer } = useUndo();
  const nameOf = useNameOf();
  return (draft: Draft, { merged, changes = [], cid, said }: Written) => {
    if (draft.id === null) {
      toasts.show('success', said ?? t('engine.done.added', { one }));
      return;
    }
    if (merged.length === 0) {
      offer(said ?? t('engine.done.saved'), cid);
      return;
    }
    const fields = merged.map((field) => names[field] ?? field).join(', ');
    const name = [...new Set(changes.flatMap(({ by }) => (by ? [nameOf(by)] : [])))].join(', ');
    const text = name === '' ? t('engine.done.merged', { fields }) : t('engine.done.merged_by', { fields, name });
    const view = { label: t('conflict.view'), run: () => send({ type: 'viewed', merges: { changes, cid } }) };
    toasts.show('success', text, view, cid);
  };
}

export interface Saving {
  /** Checks, sends and explains. Open conflicts are asked about first; nothing is sent twice at once. */
  readonly save: (draft: Draft) => Promise<Written | undefined>;
  /** Sends what was saved while there was no connection. */
  readonly flush: (draft: Draft) => Promise<Written | undefined>;
  readonly resolve: (draft: Draft, values: Wire) => Promise<Written | undefined>;
  /** As a new record; the form becomes that record's. */
  readonly copy: (draft: Draft) => Promise<Written | undefined>;
  readonly discard: (draft: Draft) => void;
  readonly restore: (draft: Draft) => Promise<void>;
}

/** What is shown after a refusal. */
function useExplain({ refetch }: SaveWorld, send: Send) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  return (fault: unknown) => {
    const outcome = outcomeOf(fault);
    send(outcome);
    if (outcome.type === 'clashed') refetch();
    // The form itself says what became of the record.
    if (outcome.type === 'gone') return;
    const atField = Object.keys(fieldFaults(fault)).length > 0;
    if (!isCallFault(fault)) return;
    if (fault.kind === 'conflict' && atField) toasts.show('warning', t('conflict.invalid'));
    else if ((isSpoken(fault) || fault.kind === 'locked') && !atField) toasts.show('error', fault.msg);
  };
}

/** What a new record was given before anybody typed: it shows in the form, so it is saved with it. */
function presetsOf({ entity, fields, writable }: Shape, { base }: Draft): Wire {
  const initial = initialValues(entity);
  const isGiven = (value: Json | undefined, usual: Json | undefined) =>
    value !== undefined && value !== null && JSON.stringify(value) !== JSON.stringify(usual);
  const given = fields.filter((field) => writable?.has(field) !== false && isGiven(base[field], initial[field]));
  return Object.fromEntries(given.map((field) => [field, base[field] ?? null]));
}

const savedAs = ({ id, row }: Written): DraftEvent => ({ type: 'saved', id, row, at: Date.now() });

/** Sends a draft that was found valid. */
function useStore(world: SaveWorld, send: Send) {
  const { entity, shape } = world;
  const [create] = rowsApi.useCreateMutation();
  const [update] = rowsApi.useUpdateMutation();
  const midOf = useMid();
  const explain = useExplain(world, send);
  const celebrate = useCelebrate(entity, send);
  const { isOnline } = useApp();
  const deliver = async (draft: Draft, queued: Queued): Promise<Written | undefined> => {
    if (!isOnline()) {
      send({ type: 'queued', queued });
      return undefined;
    }
    const sent: DraftEvent = { type: 'sent', ...queued };
    send(sent);
    const request = { e: entity.name, body: queued.body };
    const answer = await (draft.id === null ? create(request) : update(request));
    if (answer.error !== undefined) return fail(draft, queued, answer.error);
    const saved = savedAs(answer.data);
    send(saved);
    celebrate(draft, answer.data);
    const next = [sent, saved].reduce((current, event) => draftReducer(shape, current, event), draft);
    return next.queued ? deliver(next, next.queued) : answer.data;
  };
  const fail = (draft: Draft, queued: Queued, error: unknown) => {
    if (isCallFault(error) && error.kind === 'network') {
      send({ type: 'queued', queued: { ...queued, risked: true } });
      return undefined;
    }
    const { queued: next } = goOn(shape, draft, queued.next);
    // What was saved after it holds all of it, and is judged for itself.
    if (next && draft.id !== null && !isLost(error)) return deliver({ ...draft, unanswered: null }, next);
    explain(error);
    return undefined;
  };
  const store = (draft: Draft) => {
    const { values, base } = changesOf(shape, draft);
    const content =
      draft.id === null
        ? { ...presetsOf(shape, draft), ...values }
        : { ...values, id: draft.id, revision: draft.revision, _base: base };
    return deliver(draft, sendingFor(draft, { values, content, midOf }));
  };
  return { store, deliver };
}

/** Takes the record out of the recycle state; whoever else did so first did it for both. */
function useRestore({ entity, refetch }: SaveWorld, send: Send) {
  const { toasts } = useApp();
  const [restore] = rowsApi.useRestoreMutation();
  return async ({ id }: Draft) => {
    if (id === null) return;
    const { error } = await restore({ e: entity.name, ids: [id] });
    if (error === undefined) refetch();
    else if (isCallFault(error) && error.status === 404) {
      send({ type: 'gone', departure: { why: 'purged', by: null } });
      refetch();
    } else if (isCallFault(error) && isSpoken(error)) toasts.show('error', error.msg);
  };
}

export function useSave(world: SaveWorld, send: Send): Saving {
  const { shape } = world;
  const { toasts } = useApp();
  const { t } = useTranslation();
  const check = useCheck(world);
  const { store, deliver } = useStore(world, send);
  const restore = useRestore(world, send);
  const passes = (draft: Draft) => {
    const faults = check(draft);
    const clean = Object.keys(faults).length === 0;
    if (!clean) send({ type: 'faulted', faults });
    return clean;
  };
  return {
    save: async (draft) => {
      if (draft.sent) return undefined;
      if (Object.keys(draft.conflicts).length + writtenFields(draft.picks).length > 0) {
        send({ type: 'reviewed' });
        return undefined;
      }
      return passes(draft) ? store(draft) : undefined;
    },
    flush: async (draft) => (draft.queued === null || draft.sent ? undefined : deliver(draft, draft.queued)),
    resolve: async (draft, values) => {
      const event: DraftEvent = { type: 'resolved', values };
      const next = draftReducer(shape, draft, event);
      if (draft.sent || !passes(next)) return undefined;
      send(event);
      if (dirtyFields(shape, next).length > 0) return store(next);
      send({ type: 'returned' });
      toasts.show('info', t('conflict.theirs_stand'));
      return undefined;
    },
    copy: async (draft) => {
      const next = draftReducer(shape, draft, { type: 'detached' });
      send({ type: 'detached' });
      return passes(next) ? store(next) : undefined;
    },
    restore,
    discard: (draft) => {
      send({ type: 'discarded' });
      const undo = { label: t('conflict.undo'), run: () => send({ type: 'retyped', before: draft }) };
      toasts.show('info', t('conflict.discarded'), undo);
    },
  };
}
