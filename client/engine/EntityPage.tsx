/** The screen of any entity: its list, with the open record beside it, over it, or on its own page. */
import Box from '@mui/material/Box';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { AnyEntity } from '../../common/entity/entity';
import { useLazyTranslations } from '../shared/i18n/useLazyTranslations';
import { useEntityLabels } from '../shared/i18n/i18n';
import { useReportLocation } from '../shared/presence/presenceContext';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { parseAsOf } from './list/asOf/asOfParam';
import { copiedRecordId } from './list/listState';
import { presetFromFilters } from './children/presetFromFilters';
import { draftKey, useDraftCache } from './formState/draftCache';
import { visuallyHidden } from '../ui/visuallyHidden';
import { EntityForm, type EntityFormProps } from './form/EntityForm';
import { EntityList } from './list/EntityList';
import { useOverride } from './engineContext';
import { useListModel } from './list/useListModel';
import { OVERLAY_NEXT_SIBLING_STYLE, getBesideNextSiblingStyle, PreviewAreaContext } from './preview/previewArea';
import { MIN_PANEL_WIDTH } from '../shared/store/panelWidths';
import { RecordSurface } from './RecordSurface';
import { RecordNavigationContext, useRecordNavigation } from './record/recordNavigation';
import { useEscape } from './useGlobalShortcuts';

const findId = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** The record's form, or the custom panel of the entity. */
function RecordPanel(props: EntityFormProps) {
  const { entity, id, onClose, onOpenAsPage } = props;
  const Own = useOverride(entity)?.panel;
  if (!Own || id === null) return <EntityForm {...props} />;
  return (
    <Suspense fallback={null}>
      <Own id={id} onClose={onClose} onPage={onOpenAsPage} />
    </Suspense>
  );
}

const DuplicateRecord = lazyWithRetry(async () => (await import('./DuplicateRecord')).DuplicateRecord);
const AsOfScreen = lazyWithRetry(async () => (await import('./asOf/AsOfScreen')).AsOfScreen);

/** The current list, or the list of a past moment. */
function ListScreen({ entity }: { readonly entity: AnyEntity }) {
  const [params] = useSearchParams();
  const moment = parseAsOf(entity, params);
  if (moment === null) return <LiveListScreen entity={entity} />;
  return (
    <Suspense fallback={null}>
      <AsOfScreen entity={entity} moment={moment} />
    </Suspense>
  );
}

type Preset = NonNullable<EntityFormProps['preset']>;
interface WithCopiedValuesProps {
  readonly entity: AnyEntity;
  /** The record to duplicate. */
  readonly copiedId: number | undefined;
  readonly preset: Preset;
  readonly children: (preset: Preset) => ReactNode;
}
function WithCopiedValues({ entity, copiedId, preset, children }: WithCopiedValuesProps) {
  if (copiedId === undefined) return children(preset);
  return (
    <Suspense fallback={null}>
      <DuplicateRecord entity={entity} id={copiedId}>
        {children}
      </DuplicateRecord>
    </Suspense>
  );
}

/** Opens the record of the panel as a page; its unsaved draft moves there. */
function useOpenAsPage(entity: AnyEntity, id: number | null): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const draftCache = useDraftCache();
  return () => {
    const page = `${pathname}/${id}`;
    draftCache?.move(draftKey(pathname, entity.name, id), draftKey(page, entity.name, id));
    void navigate(page);
  };
}

function LiveListScreen({ entity }: { readonly entity: AnyEntity }) {
  const model = useListModel(entity);
  const labels = useEntityLabels(entity);
  useReportLocation(entity.name, null);
  const { record } = model.state;
  const id = findId(record);
  const copiedId = model.permissions.can('create') ? copiedRecordId(record) : undefined;
  const Create = useOverride(entity)?.create;
  const showsCreateOverride = record === 'new' && Create !== undefined && model.permissions.can('create');
  const preset = presetFromFilters(entity, model.state.filters);
  const [previewArea, setPreviewArea] = useState<HTMLElement | null>(null);
  const openRecord = (next: string | null) => model.change({ record: next });
  const closeRecord = () => openRecord(null);
  const recordNavigation = useRecordNavigation(model, id);
  const openAsPage = useOpenAsPage(entity, id);
  return (
    <Box sx={{ display: 'flex', flex: 1, minHeight: 0, height: '100%' }}>
      <Box sx={{ position: 'relative', display: 'flex', flex: 1, minWidth: 0 }}>
        <Box ref={setPreviewArea} sx={OVERLAY_NEXT_SIBLING_STYLE} />
        <EntityList
          model={model}
          openId={id}
          onOpen={(next) => openRecord(String(next))}
          onAdd={() => openRecord('new')}
        />
      </Box>
      {showsCreateOverride && (
        <Suspense fallback={null}>
          <Create entity={entity} preset={preset} onClose={closeRecord} />
        </Suspense>
      )}
      {(id !== null || record === 'new' || copiedId !== undefined) && !showsCreateOverride && (
        <RecordNavigationContext value={recordNavigation}>
          <PreviewAreaContext value={previewArea}>
            <RecordSurface label={labels.one} onClose={closeRecord}>
              <WithCopiedValues key={`${entity.name}/${record}`} entity={entity} copiedId={copiedId} preset={preset}>
                {(values) => (
                  <RecordPanel
                    entity={entity}
                    id={id}
                    preset={values}
                    onClose={closeRecord}
                    onCreated={closeRecord}
                    onOpenAsPage={openAsPage}
                  />
                )}
              </WithCopiedValues>
            </RecordSurface>
          </PreviewAreaContext>
        </RecordNavigationContext>
      )}
    </Box>
  );
}

/** A new record in a panel over its list has no own page, so this leads to the list. */
function RedirectToList() {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.set('record', 'new');
  return <Navigate to={`${pathname.slice(0, pathname.lastIndexOf('/'))}?${params}`} replace />;
}

function RecordScreen({ entity, record }: { readonly entity: AnyEntity; readonly record: string }) {
  const labels = useEntityLabels(entity);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const goBack = () => void navigate(pathname.slice(0, pathname.lastIndexOf('/')));
  const root = useRef<HTMLDivElement>(null);
  const [previewArea, setPreviewArea] = useState<HTMLElement | null>(null);
  useEscape(root, goBack);
  return (
    <Box
      ref={root}
      sx={{ flex: 1, minHeight: 0, height: '100%', display: 'flex', justifyContent: 'center', p: { xs: 0, sm: 6 } }}
    >
      <Box component="h1" sx={visuallyHidden}>
        {labels.many}
      </Box>
      <Box ref={setPreviewArea} sx={getBesideNextSiblingStyle(MIN_PANEL_WIDTH)} />
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
        <PreviewAreaContext value={previewArea}>
          <RecordPanel
            key={`${entity.name}/${record}`}
            entity={entity}
            id={findId(record)}
            onClose={goBack}
            onCreated={goBack}
          />
        </PreviewAreaContext>
      </Box>
    </Box>
  );
}

interface EntityPageProps {
  readonly entity: AnyEntity;
  /** From the URL after the list's path: `/admin/<entity>/<id>`. */
  readonly record?: string | undefined;
}
export function EntityPage({ entity, record }: EntityPageProps) {
  useLazyTranslations();
  const entityOverride = useOverride(entity);
  const Own = record === undefined ? entityOverride?.list : entityOverride?.form;
  if (Own) return <Own record={record ?? null} />;
  if (record === 'new' && entityOverride?.create) return <RedirectToList />;
  if (record !== undefined && (record === 'new' || findId(record) !== null))
    return <RecordScreen entity={entity} record={record} />;
  return <ListScreen key={entity.name} entity={entity} />;
}
