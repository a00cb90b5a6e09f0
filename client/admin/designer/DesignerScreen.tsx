/** The designer of an entity: palette, fields and properties side by side; preview and changes in tabs. On phones everything is a tab. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { DesignProblem } from '../../../common/designer/design';
import type { DesignPaletteItem } from '../../../common/designer/palette';
import { crudDesign } from '../../../common/entities/crudDesign';
import { asRecord } from '../../../common/json';
import type { WireRow } from '../../../common/entity/projectRow';
import { useRow } from '../../engine/data/useRow';
import { EngineContext, useEngine } from '../../engine/engineContext';
import type { ScreenProps } from '../../engine/override';
import { useReportLocation } from '../../shared/presence/presenceContext';
import { EmptyState } from '../../ui/EmptyState';
import { JobDialog } from '../jobs/JobDialog';
import { ApplyDialog } from './apply/ApplyDialog';
import { CanvasPane } from './canvas/CanvasPane';
import { ChangesPane } from './changes/ChangesPane';
import { CodeDialog } from './code/CodeDialog';
import { DesignContext, useOpenDesign, type OpenDesign } from './data/designContext';
import { useDesign } from './data/useDesign';
import { useDesignFields } from './data/useDesignFields';
import { useFieldActions } from './data/useFieldActions';
import { useUndoStack } from './data/useUndoStack';
import { useUnsavedForms } from './data/useUnsavedForms';
import { useUndoKeys } from './data/useUndoKeys';
import { DesignerHead } from './DesignerHead';
import { withDesignerInputs } from './designerInputs';
import { PalettePane } from './palette/PalettePane';
import { PreviewPane } from './preview/PreviewPane';
import { PropertiesPane } from './properties/PropertiesPane';
import { TableSettings } from './settings/TableSettings';

type ViewName = 'palette' | 'fields' | 'properties' | 'preview' | 'changes';
const WIDE_VIEWS: readonly ViewName[] = ['fields', 'preview', 'changes'];
const NARROW_VIEWS: readonly ViewName[] = ['palette', 'fields', 'properties', 'preview', 'changes'];
/** The dialog or panel that is open over the screen. */
type Overlay = 'apply' | 'code' | { readonly job: number } | null;

interface SidePaneProps {
  readonly width: number;
  readonly side: 'left' | 'right';
  readonly children: ReactNode;
}
const SidePane = ({ width, side, children }: SidePaneProps) => (
  <Box
    sx={{
      width,
      flex: 'none',
      overflow: 'auto',
      ...(side === 'left' ? { borderRight: 1 } : { borderLeft: 1 }),
      borderColor: 'divider',
    }}
  >
    {children}
  </Box>
);

interface ViewsProps {
  readonly view: ViewName;
  readonly onView: (view: ViewName) => void;
  readonly isWide: boolean;
}
function ViewTabs({ view, onView, isWide }: ViewsProps) {
  const { t } = useTranslation();
  return (
    <Tabs
      value={view}
      onChange={(_, next: ViewName) => onView(next)}
      variant="scrollable"
      allowScrollButtonsMobile
      aria-label={t('designerScreen.screen.views')}
      sx={{ flex: 'none', borderBottom: 1, borderColor: 'divider', px: { xs: 0, md: 4 } }}
    >
      {(isWide ? WIDE_VIEWS : NARROW_VIEWS).map((name) => (
        <Tab key={name} value={name} label={t(`designerScreen.screen.tabs.${name}`)} />
      ))}
    </Tabs>
  );
}

interface MainPaneProps extends ViewsProps {
  readonly isLoading: boolean;
  readonly isSettingsOpen: boolean;
  readonly onToggleSettings: () => void;
  readonly onShowProblem: (problem: DesignProblem) => void;
}
/** The tab of the middle, between palette and properties where there is space. */
function MainPane(props: MainPaneProps) {
  const { view, onView, isWide, isLoading, isSettingsOpen, onToggleSettings, onShowProblem } = props;
  const actions = useFieldActions();
  const { select } = useOpenDesign();
  // On phones the properties are a tab of their own.
  const showProperties = () => {
    if (!isWide) onView('properties');
  };
  const add = async (item: DesignPaletteItem) => {
    if (await actions.add(item)) showProperties();
  };
  const showField = (id: number) => {
    select(id);
    showProperties();
  };
  return (
    <Stack direction="row" sx={{ flex: 1, minHeight: 0 }}>
      {isWide && view === 'fields' && (
        <SidePane width={272} side="left">
          <PalettePane onAdd={(item) => void add(item)} />
        </SidePane>
      )}
      <Box sx={{ flex: 1, minWidth: 0, overflow: 'auto' }}>
        {view === 'palette' && <PalettePane onAdd={(item) => void add(item)} />}
        {view === 'properties' && <PropertiesPane />}
        {view === 'fields' && (
          <Stack sx={{ gap: 4, p: { xs: 2, md: 4 }, minHeight: '100%' }}>
            <TableSettings isOpen={isSettingsOpen} onToggle={onToggleSettings} />
            <CanvasPane actions={actions} isLoading={isLoading} onSelect={showField} />
          </Stack>
        )}
        {(view === 'preview' || view === 'changes') && (
          <Box sx={{ p: { xs: 2, md: 4 } }}>
            {view === 'preview' ? <PreviewPane /> : <ChangesPane onShowProblem={onShowProblem} />}
          </Box>
        )}
      </Box>
      {isWide && view === 'fields' && (
        <SidePane width={380} side="right">
          <PropertiesPane />
        </SidePane>
      )}
    </Stack>
  );
}

/** Shows where a problem is corrected. */
function useShowProblem(isWide: boolean, onView: (view: ViewName) => void, openSettings: () => void) {
  const { fields, select } = useOpenDesign();
  return ({ field, property }: DesignProblem) => {
    const target = fields.find((stored) => stored.field.name === field);
    if (target !== undefined) select(target.id);
    else if (property !== 'fields') openSettings();
    onView(target !== undefined && !isWide ? 'properties' : 'fields');
    // The property is rendered by the next frame.
    setTimeout(() => {
      const place = document.querySelector(`[data-property="${CSS.escape(property ?? '')}"]`);
      place?.scrollIntoView({ block: 'center' });
      place?.querySelector<HTMLElement>('input, textarea, [role="combobox"]')?.focus();
    }, 120);
  };
}

interface DesignerProps {
  readonly listPath: string;
  readonly isLoading: boolean;
  readonly changes: ReturnType<typeof useUndoStack>;
}
function Designer({ listPath, isLoading, changes }: DesignerProps) {
  const { id, settings } = useOpenDesign();
  const isWide = useMediaQuery<{ breakpoints: { up: (name: string) => string } }>((theme) =>
    theme.breakpoints.up('md'),
  );
  const state: unknown = useLocation().state;
  const [chosenView, setView] = useState<ViewName>(asRecord(state)?.['view'] === 'changes' ? 'changes' : 'fields');
  const view = isWide && !WIDE_VIEWS.includes(chosenView) ? 'fields' : chosenView;
  const [isSettingsOpen, setIsSettingsOpen] = useState(false);
  const [overlay, setOverlay] = useState<Overlay>(null);
  const close = () => setOverlay(null);
  useUndoKeys(changes.undoLast, changes.redoLast);
  const showProblem = useShowProblem(isWide, setView, () => setIsSettingsOpen(true));
  return (
    <Stack sx={{ flex: 1, minHeight: 0, height: '100%', bgcolor: 'background.paper' }}>
      <DesignerHead
        listPath={listPath}
        canUndo={changes.canUndo}
        canRedo={changes.canRedo}
        onUndo={changes.undoLast}
        onRedo={changes.redoLast}
        onApply={() => setOverlay('apply')}
        onExport={() => setOverlay('code')}
        onShowProblems={() => setView('changes')}
        onShowJob={(job) => setOverlay({ job })}
      />
      <ViewTabs view={view} isWide={isWide} onView={setView} />
      <MainPane
        view={view}
        isWide={isWide}
        isLoading={isLoading}
        isSettingsOpen={isSettingsOpen}
        onView={setView}
        onToggleSettings={() => setIsSettingsOpen(!isSettingsOpen)}
        onShowProblem={showProblem}
      />
      {overlay === 'apply' && <ApplyDialog onClose={close} onShowProblem={showProblem} />}
      {overlay === 'code' && <CodeDialog from="crud_design" id={id} table={settings.table_name} onClose={close} />}
      {typeof overlay === 'object' && overlay !== null && <JobDialog id={overlay.job} onClose={close} />}
    </Stack>
  );
}

interface LoadedDesignProps {
  readonly id: number;
  readonly row: WireRow;
  readonly listPath: string;
}
function LoadedDesign({ id, row, listPath }: LoadedDesignProps) {
  const engine = useEngine();
  const { fields, rows } = useDesignFields(id);
  const state = useDesign(row, fields);
  const changes = useUndoStack();
  const [selected, select] = useState<number | null>(null);
  const selectedId = fields.some((stored) => stored.id === selected) ? selected : null;
  const { onSaved, offerUndo } = changes;
  const { unsavedForms, reportUnsaved } = useUnsavedForms();
  const design = useMemo<OpenDesign>(
    () => ({ ...state, id, fields, selectedId, select, onSaved, offerUndo, unsavedForms, reportUnsaved }),
    [state, id, fields, selectedId, onSaved, offerUndo, unsavedForms, reportUnsaved],
  );
  const designerEngine = useMemo(() => withDesignerInputs(engine), [engine]);
  useReportLocation(crudDesign.name, id, selectedId === null);
  return (
    <EngineContext value={designerEngine}>
      <DesignContext value={design}>
        <Designer listPath={listPath} changes={changes} isLoading={rows.isLoading} />
      </DesignContext>
    </EngineContext>
  );
}

const DesignerSkeleton = () => (
  <Stack sx={{ gap: 3, p: 4, flex: 1 }} aria-hidden>
    <Skeleton variant="rounded" height={40} />
    <Skeleton variant="rounded" height={44} />
    <Skeleton variant="rounded" height={320} />
  </Stack>
);

export function DesignerScreen({ record }: ScreenProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const listPath = pathname.slice(0, pathname.lastIndexOf('/'));
  const id = record !== null && /^[1-9]\d{0,14}$/.test(record) ? Number(record) : null;
  const { cachedRow, version, fault, refetch } = useRow(crudDesign, id);
  if (id !== null && cachedRow !== undefined && !cachedRow.isDeleted && version !== undefined)
    return <LoadedDesign key={id} id={id} row={cachedRow.row} listPath={listPath} />;
  const isMissing = id === null || cachedRow?.isDeleted === true || fault?.status === 404;
  if (!isMissing && fault === undefined) return <DesignerSkeleton />;
  return (
    <EmptyState
      title={isMissing ? t('designerScreen.screen.missing') : t('engine.form.failed_title')}
      help={isMissing ? t('designerScreen.screen.missing_help') : (fault?.msg ?? '')}
      action={
        isMissing ? (
          <Button variant="outlined" component={Link} to={listPath}>
            {t('designerScreen.screen.back')}
          </Button>
        ) : (
          <Button variant="outlined" onClick={refetch}>
            {t('engine.list.retry')}
          </Button>
        )
      }
    />
  );
}
