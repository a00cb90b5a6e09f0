/** Offline queue: sends saves that were queued while offline, of forms that are not mounted, and shows the outcome of each. */
import Box from '@mui/material/Box';
import { useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import { useApp } from '../../shared/app/appContext';
import { useAppSelector } from '../../shared/app/createStore';
import { isCallFault, isRetryable } from '../../shared/api/faults';
import { selectSessionUser } from '../../shared/store/session';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { listDirtyFields, type Draft, type QueuedSave, type FormShape } from '../formState/draft';
import { draftReducer } from '../formState/draftReducer';
import { useDraftCache, type DraftCache, type CachedDraft } from '../formState/draftCache';
import { useEngine } from '../engineContext';
import { formFieldNames } from '../formState/formLayout';
import { serverDrafts } from '../autosave/serverDrafts';
import { rowsApi, type SaveResult } from '../data/rowsApi';
import { useUndo } from '../history/useUndo';
import { useRedactCachedDrafts } from '../formState/useRedactCachedDrafts';
import { usePurgeLocalData } from './usePurgeLocalData';
import { useFlushWhenOnline } from './useFlushWhenOnline';
import { usePersistedQueue } from './usePersistedQueue';

/** Edits made after a confirmed save: they stay as a draft, or are sent next. */
function draftAfterSave(
  entity: AnyEntity,
  draft: Draft,
  queued: QueuedSave,
  { id, row }: SaveResult,
): Draft | undefined {
  const formShape: FormShape = { entity, fields: formFieldNames(entity) };
  const sentDraft = draftReducer(formShape, draft, { type: 'sent', ...queued });
  const remaining = draftReducer(formShape, sentDraft, { type: 'saved', id, row, at: Date.now() });
  return listDirtyFields(formShape, remaining).length > 0 ? remaining : undefined;
}

/** The draft stays in the cache: its form continues with it when opened. */
function useSendQueuedSave(draftCache: DraftCache) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const { registry } = useEngine();
  const { offerUndo } = useUndo();
  const navigate = useNavigate();
  const [create] = rowsApi.useCreateMutation();
  const [update] = rowsApi.useUpdateMutation();
  const [deleteServerDraft] = serverDrafts.useDeleteDraftMutation();
  const sendQueuedSave = async ({ key, draft }: CachedDraft): Promise<void> => {
    const [path = '', e = ''] = key.split('\n');
    const { id, queued } = draft;
    const entity = registry.get(e);
    if (queued === null || entity === undefined) return;
    const { data, error } = await (id === null ? create : update)({ e, body: queued.body });
    const name = draft.base[entity.spec.title];
    const title = typeof name === 'string' && name !== '' ? name : `#${data?.id ?? id ?? ''}`;
    if (data) {
      offerUndo(t('offline.sent', { title }), data.cid);
      const remaining = draftAfterSave(entity, draft, queued, data);
      if (remaining) {
        draftCache.set(key, remaining);
        if (remaining.queued) await sendQueuedSave({ key, draft: remaining });
        return;
      }
      draftCache.delete(key);
      for (const form of [draft.formId, ...draft.adopted]) void deleteServerDraft({ ent: e, id: id ?? 0, form });
      return;
    }
    if (isCallFault(error) && error.kind === 'network') {
      const mayHaveArrived: QueuedSave = { ...queued, mayHaveArrived: true };
      if (!queued.mayHaveArrived) draftCache.set(key, { ...draft, queued: mayHaveArrived, unanswered: mayHaveArrived });
      return;
    }
    draftCache.set(key, {
      ...draft,
      queued: null,
      unanswered: isRetryable(error) ? { ...queued, mayHaveArrived: true } : null,
    });
    const recordUrl = id === null || path.endsWith(`/${id}`) ? path : `${path}?record=${id}`;
    const open = { label: t('offline.open'), run: () => void navigate(recordUrl) };
    const hasConflict = isCallFault(error) && error.kind === 'conflict';
    toasts.show('warning', t(hasConflict ? 'offline.clashed' : 'offline.refused', { title }), open, key);
  };
  return sendQueuedSave;
}

const NO_SAVES: readonly CachedDraft[] = [];
const noSaves = () => NO_SAVES;
const subscribeNever = () => () => undefined;

function SaveSender({
  draftCache,
  queuedSaves,
}: {
  readonly draftCache: DraftCache;
  readonly queuedSaves: readonly CachedDraft[];
}) {
  const sendQueuedSave = useSendQueuedSave(draftCache);
  const isBusy = useRef(false);
  const flush = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    for (const queuedSave of queuedSaves) await sendQueuedSave(queuedSave);
    isBusy.current = false;
  };
  useFlushWhenOnline(queuedSaves.length > 0, () => void flush());
  const userId = useAppSelector(selectSessionUser('admin'))?.id ?? 0;
  usePersistedQueue(draftCache, userId);
  usePurgeLocalData(userId);
  useRedactCachedDrafts(draftCache);
  const { t } = useTranslation();
  const count = queuedSaves.length;
  return (
    <Box
      component="output"
      sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clip: 'rect(0 0 0 0)' }}
    >
      {count > 0 && t('offline.queued', { count })}
    </Box>
  );
}

export function QueuedSavesSender() {
  useLazyTranslations();
  const draftCache = useDraftCache();
  const queuedSaves = useSyncExternalStore(
    draftCache?.subscribe ?? subscribeNever,
    draftCache?.unclaimedSaves ?? noSaves,
  );
  return draftCache && <SaveSender draftCache={draftCache} queuedSaves={queuedSaves} />;
}
