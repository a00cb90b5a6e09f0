/** The screen of any entity: its list, with the record that is open beside it, over it, or alone on the page. */
import Box from '@mui/material/Box';
import { Suspense, useRef } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { AnyEntity } from '../../common/entity/entity';
import { useLaterWords } from '../shared/useLaterWords';
import { useWords } from '../shared/i18n';
import { usePlace } from '../shared/presence/desk';
import { presetOf } from './children/preset';
import { draftKey, useDraftShelf } from './draftShelf';
import { EntityForm, type EntityFormProps } from './EntityForm';
import { EntityList } from './EntityList';
import { useOverride } from './engineContext';
import { useListModel } from './list/useListModel';
import { RecordFrame } from './RecordFrame';
import { useEscape } from './useTopKeys';

const idOf = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** The record's form, or what stands in its place. */
function RecordPanel(props: EntityFormProps) {
  const { entity, id, onClose, onPage } = props;
  const Own = useOverride(entity)?.panel;
  if (!Own || id === null) return <EntityForm {...props} />;
  return (
    <Suspense fallback={null}>
      <Own id={id} onClose={onClose} onPage={onPage} />
    </Suspense>
  );
}

function ListScreen({ entity }: { readonly entity: AnyEntity }) {
  const model = useListModel(entity);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shelf = useDraftShelf();
  const words = useWords(entity);
  usePlace(entity.name, null);
  const { record } = model.state;
  const id = idOf(record);
  const Create = useOverride(entity)?.create;
  const creates = record === 'new' && Create !== undefined && model.rights.may('create');
  const preset = presetOf(entity, model.state.filters);
  const open = (next: string | null) => model.change({ record: next });
  const close = () => open(null);
  // What is typed goes along.
  const onPage = () => {
    const page = `${pathname}/${id}`;
    shelf?.move(draftKey(pathname, entity.name, id), draftKey(page, entity.name, id));
    void navigate(page);
  };
  return (
    <Box sx={{ display: 'flex', flex: 1, minHeight: 0, height: '100%' }}>
      <EntityList model={model} openId={id} onOpen={(next) => open(String(next))} onAdd={() => open('new')} />
      {creates && (
        <Suspense fallback={null}>
          <Create entity={entity} preset={preset} onClose={close} />
        </Suspense>
      )}
      {(id !== null || record === 'new') && !creates && (
        <RecordFrame label={words.one} onClose={close}>
          <RecordPanel
            key={`${entity.name}/${record}`}
            entity={entity}
            id={id}
            preset={preset}
            onClose={close}
            onCreated={close}
            onPage={onPage}
          />
        </RecordFrame>
      )}
    </Box>
  );
}

/** A new record that is entered over its list has no page of its own. */
function ToList() {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.set('record', 'new');
  return <Navigate to={`${pathname.slice(0, pathname.lastIndexOf('/'))}?${params}`} replace />;
}

function RecordScreen({ entity, record }: { readonly entity: AnyEntity; readonly record: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const back = () => void navigate(pathname.slice(0, pathname.lastIndexOf('/')));
  const root = useRef<HTMLDivElement>(null);
  useEscape(root, back);
  return (
    <Box
      ref={root}
      sx={{ flex: 1, minHeight: 0, height: '100%', display: 'flex', justifyContent: 'center', p: { xs: 0, sm: 6 } }}
    >
      <Box
        sx={{
          width: '100%',
          maxWidth: 860,
          minHeight: 0,
          border: { sm: 1 },
          borderColor: { sm: 'divider' },
          borderRadius: { sm: '10px' },
          overflow: 'hidden',
        }}
      >
        <RecordPanel
          key={`${entity.name}/${record}`}
          entity={entity}
          id={idOf(record)}
          onClose={back}
          onCreated={back}
        />
      </Box>
    </Box>
  );
}

interface EntityPageProps {
  readonly entity: AnyEntity;
  /** From the address, behind the path of the list: `/admin/<entity>/<id>`. */
  readonly record?: string | undefined;
}
export function EntityPage({ entity, record }: EntityPageProps) {
  useLaterWords();
  const exceptions = useOverride(entity);
  const Own = record === undefined ? exceptions?.list : exceptions?.form;
  if (Own) return <Own record={record ?? null} />;
  if (record === 'new' && exceptions?.create) return <ToList />;
  if (record !== undefined && (record === 'new' || idOf(record) !== null))
    return <RecordScreen entity={entity} record={record} />;
  return <ListScreen key={entity.name} entity={entity} />;
}
