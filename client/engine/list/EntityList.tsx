/** The derived list of any entity: live rows and their actions. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useMemo, useRef, useState, type ReactNode, type RefObject, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { ScreenRemark } from '../../shared/controls/ScreenRemark';
import { useAppSelector } from '../../shared/app/createStore';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { selectSettings } from '../../shared/store/settings';
import { PHONE_QUERY, ROW_HEIGHT } from '../../shared/theme/designTokens';
import { EmptyState } from '../../ui/EmptyState';
import { NamedIcon } from '../../ui/NamedIcon';
import { useOverride } from '../engineContext';
import { lowercaseInitial } from '../lowercaseInitial';
import { isFiltered, NO_FILTERS } from './listState';
import { CardList } from './cards/CardList';
import { ConfirmActionDialog } from './ConfirmActionDialog';
import { Grid } from './grid/Grid';
import { ListBodyContext, type ListBody } from './listBodyContext';
import { LiveCount } from './live/LiveCount';
import { PendingChangesPill } from './live/PendingChangesPill';
import { Pager } from './Pager';
import { hasNumbers } from './hasNumbers';
import { createRowHandlers } from './createRowHandlers';
import { useRowHandlers } from './useRowHandlers';
import { AddButton, BulkBar, ListToolbar } from './tools/ListToolbar';
import { VIEW_TABS_HEIGHT } from './tools/viewTabsHeight';
import { useAutoRefresh } from './live/useAutoRefresh';
import { isActionable } from './selection/useRowSelection';
import { useInlineEditing } from './cells/useInlineEditing';
import { useEntityPurpose } from './empty/useEntityPurpose';
import { useListShortcuts } from './useListShortcuts';
import type { ListModel } from './useListModel';
import { useRowActions } from './useRowActions';
import { useOrphanedEdit } from './cells/useOrphanedEdit';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

const PartialSearchNotice = lazyWithRetry(
  async () => (await import('./filter/PartialSearchNotice')).PartialSearchNotice,
  'none',
);
const EmptyListStep = lazyWithRetry(async () => (await import('./empty/EmptyListStep')).EmptyListStep, 'none');
const ViewTabs = lazyWithRetry(async () => (await import('./tools/ViewTabs')).ViewTabs, 'none');
const BulkJobBar = lazyWithRetry(async () => (await import('./selection/BulkJobBar')).BulkJobBar, 'none');
const SkippedRowsDialog = lazyWithRetry(async () => (await import('./selection/SkippedRows')).SkippedRowsDialog);
const ReferencedRowsLoader = lazyWithRetry(
  async () => (await import('./ReferencedRowsLoader')).ReferencedRowsLoader,
  'none',
);
const SummaryBar = lazyWithRetry(async () => (await import('./SummaryBar')).SummaryBar);

interface EntityListProps {
  readonly model: ListModel;
  readonly openId: number | null;
  readonly onOpen: (id: number) => void;
  readonly onAdd: () => void;
}

/** Height of the button to add a row, with its margin. Lists without the button reserve it, so that their rows start at the same place. */
const HEAD_HEIGHT = 52;
function ListHead({ model, onAdd }: Pick<EntityListProps, 'model' | 'onAdd'>) {
  const { t } = useTranslation();
  const labels = useEntityLabels(model.entity);
  const HeaderExtra = useOverride(model.entity)?.headerExtra;
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'center',
        gap: 3,
        px: { xs: 4, sm: 6 },
        pt: 4,
        flex: 'none',
        minHeight: HEAD_HEIGHT,
        ...(HeaderExtra ? { flexWrap: { xs: 'wrap', sm: 'nowrap' } } : {}),
      }}
    >
      <Typography
        variant="h2"
        component="h1"
        sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {labels.many}
      </Typography>
      <LiveCount rows={model.rows} />
      <Box sx={{ flex: 1 }} />
      {HeaderExtra && (
        <Suspense>
          <HeaderExtra />
        </Suspense>
      )}
      {model.permissions.can('create') && (
        <AddButton label={t('engine.list.add', { one: lowercaseInitial(labels.one) })} onClick={onAdd} />
      )}
    </Stack>
  );
}

/** The empty list: no rows, no matches, or a failed request. */
function EmptyList({ model, onAdd }: Pick<EntityListProps, 'model' | 'onAdd'>) {
  const { t } = useTranslation();
  const { entity, state, change, rows, permissions } = model;
  const labels = useEntityLabels(entity);
  const purposeOf = useEntityPurpose();
  const icon = <NamedIcon name={entity.spec.icon} />;
  if (rows.fault) {
    const retry = (
      <Button variant="outlined" onClick={rows.refetch}>
        {t('engine.list.retry')}
      </Button>
    );
    return <EmptyState icon={icon} title={t('engine.list.failed_title')} help={rows.fault.msg} action={retry} />;
  }
  if (isFiltered(state)) {
    const hasFilters = Object.keys(state.filters).length + state.anyOf.length > 0;
    const clear = (
      <Button variant="outlined" onClick={() => change(NO_FILTERS)}>
        {t(hasFilters ? 'engine.list.filters_clear' : 'engine.list.search_clear')}
      </Button>
    );
    return (
      <EmptyState
        icon={icon}
        title={t('engine.list.none_title')}
        help={t(hasFilters ? 'engine.list.none_text' : 'engine.list.none_found')}
        action={clear}
      />
    );
  }
  if (permissions.isRecycleBin)
    return <EmptyState icon={icon} title={t('recycleBin.empty')} help={t('recycleBin.empty_text')} />;
  const canCreate = permissions.can('create');
  const add = (
    <AddButton label={t('engine.list.add', { one: lowercaseInitial(labels.one) })} onClick={onAdd} isLabelled />
  );
  return (
    <EmptyState
      icon={icon}
      title={t('engine.list.empty_title', { many: lowercaseInitial(labels.rows) })}
      help={purposeOf(entity.name) ?? (canCreate ? t('engine.list.empty_text') : '')}
      action={
        canCreate ? (
          add
        ) : (
          <Suspense>
            <EmptyListStep entity={entity.name} />
          </Suspense>
        )
      }
    />
  );
}

/** The default rows, or the entity's own list body. */
function ListBodySlot({ children, model, handlers }: ListBody & { readonly children: ReactNode }) {
  const CustomBody = useOverride(model.entity)?.listBody;
  const body = useMemo(() => ({ model, handlers }), [model, handlers]);
  if (!CustomBody) return children;
  return (
    <ListBodyContext value={body}>
      <Suspense fallback={children}>
        <CustomBody>{children}</CustomBody>
      </Suspense>
    </ListBodyContext>
  );
}

interface ListToolsProps {
  readonly model: ListModel;
  readonly actions: ReturnType<typeof useRowActions>;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly live: ReturnType<typeof useAutoRefresh>['live'];
}
/** Tools between the heading and the rows. */
function ListTools({ model, actions, searchRef, live }: ListToolsProps) {
  const { rows, isSelecting } = model;
  return (
    <>
      {isSelecting ? (
        <BulkBar model={model} actions={actions} />
      ) : (
        <ListToolbar model={model} searchRef={searchRef} live={live} />
      )}
      <Suspense>{model.state.bulkJob !== null && <BulkJobBar model={model} job={model.state.bulkJob} />}</Suspense>
      <Suspense>
        {rows.list.partialSearch && <PartialSearchNotice model={model} partialSearch={rows.list.partialSearch} />}
      </Suspense>
      <Box sx={{ height: 2, flex: 'none' }}>
        {rows.isFetching && !rows.isLoading && <LinearProgress aria-hidden sx={{ height: 2 }} />}
      </Box>
    </>
  );
}

/** Follows the rows whose fields the list shows behind their titles. */
function ReferredRows({ model: { entity, columns, rows } }: Pick<EntityListProps, 'model'>) {
  if (!columns.some(({ options }) => options.targetFields)) return null;
  return (
    <Suspense>
      <ReferencedRowsLoader entity={entity} columns={columns} ids={rows.list.ids} />
    </Suspense>
  );
}

/** The rows as cards on a phone, as a grid elsewhere. */
function ListRows(props: Omit<ComponentProps<typeof Grid>, 'height'>) {
  const isPhone = useMediaQuery(PHONE_QUERY);
  const { density } = useAppSelector(selectSettings);
  if (isPhone) return <CardList model={props.model} handlers={props.handlers} />;
  return <Grid {...props} height={ROW_HEIGHT[density]} />;
}

const BODY_STYLE = {
  position: 'relative',
  flex: 1,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  borderTop: 1,
  borderColor: 'divider',
} as const;

export function EntityList({ model, openId, onOpen, onAdd }: EntityListProps) {
  const { entity, rows, items, select, selected } = model;
  const isPhone = useMediaQuery(PHONE_QUERY);
  const searchInputRef = useRef<HTMLInputElement>(null);
  const [currentId, setCurrent] = useState<number | null>(null);
  const actions = useRowActions(entity, {
    onRemoved: (ids) => select(selected.filter((id) => !ids.includes(id))),
    openRecord: onOpen,
    isActionable: (id) => isActionable(rows.list, id),
  });
  const inlineEditing = useInlineEditing(model, useOrphanedEdit(entity, onOpen));
  const { editedCell, rejectedEdits } = inlineEditing;
  const isTyping = editedCell !== null || items.some(({ id }) => id in rejectedEdits);
  const autoRefresh = useAutoRefresh(model, actions.pendingAction !== null || isTyping);
  const handlers = useRowHandlers(
    createRowHandlers(model, actions, { openRecord: onOpen, focusRow: setCurrent, inlineEditing }),
  );
  const canCreate = model.permissions.can('create');
  useListShortcuts({ ...model, canCreate }, { search: searchInputRef, currentId, handlers, onAdd });
  const isEmpty = !rows.isLoading && items.length === 0 && (rows.fault !== undefined || !rows.hasPending);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0, height: '100%' }}>
      <ListHead model={model} onAdd={onAdd} />
      <ScreenRemark screen={entity.name} />
      <Suspense fallback={<Box sx={{ height: VIEW_TABS_HEIGHT, flex: 'none' }} />}>
        <ViewTabs model={model} />
      </Suspense>
      <ListTools model={model} actions={actions} searchRef={searchInputRef} live={autoRefresh.live} />
      <Box
        {...autoRefresh.containerProps}
        sx={{ ...BODY_STYLE, bgcolor: isPhone ? 'transparent' : 'background.paper' }}
      >
        <PendingChangesPill rows={rows} isOverlay />
        <ListBodySlot model={model} handlers={handlers}>
          {isEmpty ? (
            <EmptyList model={model} onAdd={onAdd} />
          ) : (
            <ListRows
              model={model}
              handlers={handlers}
              openId={openId}
              currentId={currentId}
              editedCell={editedCell}
              rejectedEdits={rejectedEdits}
            />
          )}
        </ListBodySlot>
        <ReferredRows model={model} />
        <Suspense>{model.view.summary && hasNumbers(model) && <SummaryBar model={model} />}</Suspense>
        <Pager model={model} />
      </Box>
      <ConfirmActionDialog model={model} actions={actions} />
      <Suspense>
        {actions.skippedRows.length > 0 && (
          <SkippedRowsDialog entity={entity} rows={actions.skippedRows} onClose={actions.dismissSkipped} />
        )}
      </Suspense>
    </Box>
  );
}
