/** The save of a form: what was changed with what it was changed from, answered by the row, or by who changed it first. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import type { Issue } from '../../common/entity/issue';
import { columnNamed } from '../../common/entity/meta';
import { validate } from '../../common/entity/validate';
import type { Conflict } from '../../common/protocol/live';
import { sayIssue } from '../../common/locales/words';
import { useApp } from '../shared/app';
import { fieldFaults, isCallFault, isSpoken } from '../shared/faults';
import { useLang, useWords } from '../shared/i18n';
import { changesOf, type Draft, type DraftEvent, type Shape } from './draft';
import { newMid, rowsApi, type Written } from './rowsApi';
import type { EntityRights } from './useMay';

const rootOf = (path: string) => path.split('.')[0] ?? path;

/** What a refusal means for the draft. */
function outcomeOf(fault: unknown): DraftEvent {
  if (!isCallFault(fault)) return { type: 'refused', faults: {} };
  const conflict = fault.kind === 'conflict' ? (fault.data as Conflict | null) : null; // the server's contract for 412
  if (conflict?.kind === 'fields') return { type: 'clashed', fields: conflict.fields };
  if (conflict?.kind === 'deleted' || fault.status === 404)
    return { type: 'gone', departure: { why: 'deleted', by: null } };
  const faults = Object.entries(fieldFaults(fault)).map(([path, said]) => [rootOf(path), said] as const);
  return { type: 'refused', faults: Object.fromEntries(faults) };
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

/** Checks, sends and explains. Nothing is sent while a conflict is open or another save is under way. */
export function useSave(entity: AnyEntity, shape: Shape, rights: EntityRights, send: (event: DraftEvent) => void) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const lang = useLang();
  const { fields: names, one } = useWords(entity);
  const [create] = rowsApi.useCreateMutation();
  const [update] = rowsApi.useUpdateMutation();
  const midOf = useMid();

  const sayIssues = (issues: readonly Issue[]) =>
    Object.fromEntries([...issues].reverse().map((issue) => [rootOf(issue.path), sayIssue(lang, issue)]));
  const check = (draft: Draft, values: Readonly<Record<string, Json>>) => {
    const columns = rights.columns.filter(({ name }) => rights.writable.has(name));
    const secret = shape.fields.flatMap((field) =>
      rights.readable.has(field) ? [] : (columnNamed(entity, field) ?? []),
    );
    const { issues } = validate(entity, values, {
      mode: draft.id === null ? 'create' : 'update',
      columns: [...columns, ...secret],
    });
    return sayIssues(issues.filter(({ path }) => shape.fields.includes(rootOf(path))));
  };
  const explain = (fault: unknown) => {
    send(outcomeOf(fault));
    const atField = Object.keys(fieldFaults(fault)).length > 0;
    if (isCallFault(fault) && (isSpoken(fault) || fault.kind === 'locked') && !atField) toasts.show('error', fault.msg);
  };
  const celebrate = (draft: Draft, { merged }: Written) => {
    if (draft.id === null || merged.length === 0) {
      toasts.show('success', draft.id === null ? t('engine.done.added', { one }) : t('engine.done.saved'));
      return;
    }
    const fields = merged.map((field) => names[field] ?? field).join(', ');
    const by = merged.map((field) => draft.flashes[field]?.by?.name).find((name) => name !== undefined);
    toasts.show(
      'success',
      by === undefined ? t('engine.done.merged', { fields }) : t('engine.done.merged_by', { fields, name: by }),
    );
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
