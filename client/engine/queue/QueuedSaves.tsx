/** Sends the saves that wait for the connection while their forms are out of sight, and says of each what became of it. */
import Box from '@mui/material/Box';
import { useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import { useApp } from '../../shared/app';
import { useAppSelector } from '../../shared/createStore';
import { isCallFault, isLost } from '../../shared/faults';
import { selectPerson } from '../../shared/session';
import { useLaterWords } from '../../shared/useLaterWords';
import { dirtyFields, type Draft, type Queued, type Shape } from '../draft';
import { draftReducer } from '../draftReducer';
import { useDraftShelf, type DraftShelf, type Waiting } from '../draftShelf';
import { useEngine } from '../engineContext';
import { fieldsOfForm } from '../formLayout';
import { draftApi } from '../keeping/draftApi';
import { rowsApi, type Written } from '../rowsApi';
import { useUndo } from '../undo/useUndo';
import { useCutShelf } from '../keeping/useCutShelf';
import { useTidyBrowser } from '../keeping/useTidyBrowser';
import { useFlush } from './useFlush';
import { useRememberedQueue } from './useRememberedQueue';

/** What was typed since a save that is answered now: it waits for its form, or for its own turn. */
function leftAfter(entity: AnyEntity, draft: Draft, queued: Queued, { id, row }: Written): Draft | undefined {
  const shape: Shape = { entity, fields: fieldsOfForm(entity) };
  const sent = draftReducer(shape, draft, { type: 'sent', ...queued });
  const left = draftReducer(shape, sent, { type: 'saved', id, row, at: Date.now() });
  return dirtyFields(shape, left).length > 0 ? left : undefined;
}

/** The draft stays where it is: opened again, its form goes on with it. */
function useDeliver(shelf: DraftShelf) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const { registry } = useEngine();
  const { offer } = useUndo();
  const navigate = useNavigate();
  const [create] = rowsApi.useCreateMutation();
  const [update] = rowsApi.useUpdateMutation();
  const [forget] = draftApi.useDropDraftMutation();
  const deliver = async ({ key, draft }: Waiting): Promise<void> => {
    const [path = '', e = ''] = key.split('\n');
    const { id, queued } = draft;
    const entity = registry.get(e);
    if (queued === null || entity === undefined) return;
    const { data, error } = await (id === null ? create : update)({ e, body: queued.body });
    const name = draft.base[entity.spec.title];
    const title = typeof name === 'string' && name !== '' ? name : `#${data?.id ?? id ?? ''}`;
    if (data) {
      offer(t('together.sent', { title }), data.cid);
      const left = leftAfter(entity, draft, queued, data);
      if (left) {
        shelf.keep(key, left);
        if (left.queued) await deliver({ key, draft: left });
        return;
      }
      shelf.drop(key);
      for (const form of [draft.mark, ...draft.adopted]) void forget({ ent: e, id: id ?? 0, form });
      return;
    }
    if (isCallFault(error) && error.kind === 'network') {
      const risked: Queued = { ...queued, risked: true };
      if (!queued.risked) shelf.keep(key, { ...draft, queued: risked, unanswered: risked });
      return;
    }
    shelf.keep(key, { ...draft, queued: null, unanswered: isLost(error) ? { ...queued, risked: true } : null });
    const to = id === null || path.endsWith(`/${id}`) ? path : `${path}?record=${id}`;
    const open = { label: t('together.open'), run: () => void navigate(to) };
    const clashed = isCallFault(error) && error.kind === 'conflict';
    toasts.show('warning', t(clashed ? 'together.clashed' : 'together.refused', { title }), open, key);
  };
  return deliver;
}

const NOTHING: readonly Waiting[] = [];
const noWaiting = () => NOTHING;
const never = () => () => undefined;

function Sender({ shelf, waiting }: { readonly shelf: DraftShelf; readonly waiting: readonly Waiting[] }) {
  const deliver = useDeliver(shelf);
  const busy = useRef(false);
  const flush = async () => {
    if (busy.current) return;
    busy.current = true;
    for (const one of waiting) await deliver(one);
    busy.current = false;
  };
  useFlush(waiting.length > 0, () => void flush());
  const person = useAppSelector(selectPerson('admin'))?.id ?? 0;
  useRememberedQueue(shelf, person);
  useTidyBrowser(person);
  useCutShelf(shelf);
  const { t } = useTranslation();
  const count = waiting.length;
  return (
    <Box
      component="output"
      sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clip: 'rect(0 0 0 0)' }}
    >
      {count > 0 && t('together.queued', { count })}
    </Box>
  );
}

export function QueuedSaves() {
  useLaterWords();
  const shelf = useDraftShelf();
  const waiting = useSyncExternalStore(shelf?.subscribe ?? never, shelf?.waiting ?? noWaiting);
  return shelf && <Sender shelf={shelf} waiting={waiting} />;
}
