/**
 * Notices about suggestions in shared drafts: editors get one for each record and author until the suggestions are decided, and the author
 * gets one then. The draft stores which notices are to be written; one transaction writes them and forgets them.
 */
import type { Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import type { DraftWriterName, SharedDraftTarget } from '../../../common/protocol/sharedDraft';
import type { NoticeTextKey } from '../../../common/notices';
import { loadStaffActors } from '../../access/rbac/permissionCache';
import type { Services } from '../../context';
import { loadStoredRow } from '../../engine/read/storedHistory';
import { isRemoved } from '../../engine/write/stages/authorize';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Writer } from '../../engine/write/writer';
import { draftAccess, type DraftAccess } from '../../live/sharedDrafts/draftAccess';
import { draftKey, lockSuggesters, setSuggesters } from '../../live/sharedDrafts/draftRepository';
import { hasUnsentNotices, withoutNews, type DraftSuggester } from '../../live/sharedDrafts/suggestions/suggesters';
import { systemContext } from '../../platform/systemContext';
import { noticeTitle } from './noticeTitle';
import { notify } from './notify';

/** The most editors who get a notice. */
const MAX_RECIPIENTS = 200;

export interface SuggestionNotices {
  /** Writes the notices of a draft after its list of suggesters changed; a failure is logged, and the next change retries it. */
  readonly write: (target: SharedDraftTarget) => void;
  /** Waits for those that are being written. */
  readonly close: () => Promise<void>;
}
interface Subject {
  readonly hook: HookContext;
  readonly entity: AnyEntity;
  readonly target: SharedDraftTarget;
  readonly row: StoredRow;
  readonly admins: readonly Actor[];
}

const getPrincipal = ({ id }: Actor): string => `admin:${id}`;
const getGroup = ({ e, id, f }: SharedDraftTarget, { p }: DraftWriterName): string => `suggest:${id}:${p}:${e}:${f}`;
const getAccess = ({ entity, target, row }: Subject, actor: Actor): DraftAccess =>
  draftAccess({ actor, realm: 'admin', principal: getPrincipal(actor) }, entity, target.f, row);

/** Sends a notice in the name of a person; in nobody’s when `by` is null. */
async function send(
  { hook, entity, target, row }: Subject,
  to: Actor,
  { text, by, group }: { readonly text: NoticeTextKey; readonly by: DraftWriterName | null; readonly group?: string },
): Promise<void> {
  const person = by && ({ kind: 'staff', id: Number(by.p.split(':')[1]), name: by.name } as const);
  await notify(person ? { ...hook, actor: { ...hook.actor, ...person } } : hook, {
    to: { realm: 'admin', id: to.id },
    kind: 'system',
    single: { text, link: `/admin/${entity.name}/${target.id}` },
    params: { entity: entity.name, title: noticeTitle(entity, row) },
    ...(group === undefined ? {} : { group }),
  });
}

async function notifyEditors(subject: Subject, author: DraftSuggester): Promise<void> {
  const editors = subject.admins.filter((admin) => getAccess(subject, admin).write).slice(0, MAX_RECIPIENTS);
  for (const editor of editors)
    await send(subject, editor, { text: 'suggestions_wait', by: author, group: getGroup(subject.target, author) });
}
async function notifyAuthor(subject: Subject, { p }: DraftSuggester, by: DraftWriterName | null): Promise<void> {
  const author = subject.admins.find((admin) => getPrincipal(admin) === p);
  if (author === undefined || !getAccess(subject, author).read) return;
  await send(subject, author, { text: by === null ? 'suggestions_lost' : 'suggestions_decided', by });
}
/** Marks the notices of the editors as read: nothing waits any more. */
async function closeNotices({ hook, admins, target }: Subject, author: DraftSuggester): Promise<void> {
  const notice = hook.services.registry.get('notice');
  if (notice === undefined) return;
  const open = await hook.find(notice.name, {
    all: [
      { field: 'recipient_id', op: 'IN', value: admins.map(({ id }) => id) },
      { field: 'realm', op: '=', value: 'admin' },
      { field: 'group_key', op: '=', value: getGroup(target, author) },
      { field: 'read_time', op: 'NULL', value: null },
    ],
  });
  for (const { id } of open)
    await hook.asSystem.update(notice, { id: Number(id), read_time: Math.floor(hook.at / 1000) });
}

async function writeNotices(subject: Subject, suggester: DraftSuggester): Promise<void> {
  const { isOpen, isAnnounced, decidedBy } = suggester;
  if (!isOpen || decidedBy !== undefined) await closeNotices(subject, suggester);
  if (decidedBy !== undefined) await notifyAuthor(subject, suggester, decidedBy);
  if (isOpen && !isAnnounced) await notifyEditors(subject, suggester);
}

async function writeAll(services: Services, writer: Writer, target: SharedDraftTarget): Promise<void> {
  const entity = services.registry.get(target.e);
  if (entity === undefined) return;
  const admins = await loadStaffActors(services);
  await writer.inTransaction(systemContext(services, 'suggestions'), async (_writer, hook) => {
    const suggesters = await lockSuggesters(hook.tx, services.db.dialect, target);
    if (!hasUnsentNotices(suggesters)) return;
    const row = await loadStoredRow(hook.tx, entity, target.id);
    if (row !== undefined && !isRemoved(row))
      for (const suggester of suggesters) await writeNotices({ hook, entity, target, row, admins }, suggester);
    await setSuggesters(hook.tx, draftKey(target), withoutNews(suggesters));
  });
}

export function createSuggestionNotices(services: Services, writer: Writer): SuggestionNotices {
  const writing = new Map<string, Promise<void>>();
  const write = (target: SharedDraftTarget) => {
    const key = draftKey(target);
    const written = (writing.get(key) ?? Promise.resolve())
      .then(() => writeAll(services, writer, target))
      .catch((error: unknown) => services.log.warn({ err: error, draft: key }, 'notices of suggestions failed'))
      .finally(() => {
        if (writing.get(key) === written) writing.delete(key);
      });
    writing.set(key, written);
  };
  return {
    write,
    close: async () => {
      await Promise.all(writing.values());
    },
  };
}
