/** The derived list of any entity: its rows, live, and everything one does with them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ScreenRemark } from '../shared/controls/ScreenRemark';
import { useAppSelector } from '../shared/createStore';
import { useWords } from '../shared/i18n';
import { selectSettings } from '../shared/settings';
import { PHONE, ROW_HEIGHT } from '../shared/tokens';
import { EmptyState } from '../ui/EmptyState';
import { NamedIcon } from '../ui/icons';
import { useOverride } from './engineContext';
import { inSentence } from './inSentence';
import { usualSort } from './listState';
import { Cards } from './list/Cards';
import { Confirm } from './list/Confirm';
import { Grid } from './list/Grid';
import { ListBodyContext, type ListBody } from './list/listBody';
import { LiveCount } from './list/LiveCount';
import { NewPill } from './list/NewPill';
import { Pager } from './list/Pager';
import { handlersOf } from './list/listHandlers';
import { useRowHandlers } from './list/rowHandlers';
import { AddButton, BulkBar, Toolbar } from './list/Toolbar';
import { useAutoShow } from './list/useAutoShow';
import { isHere } from './list/useChoice';
import { useInPlace } from './list/useInPlace';
import { useListKeys } from './list/useListKeys';
import type { ListModel } from './list/useListModel';
import { useRowActions } from './list/useRowActions';
import { useStray } from './list/useStray';
import { lazyPart } from '../ui/lazyPart';

const SearchedNote = lazyPart(async () => (await import('./list/SearchedNote')).SearchedNote, 'none');
const LeftAlone = lazyPart(async () => (await import('./list/LeftRows')).LeftAlone);
const SummaryBar = lazyPart(async () => (await import('./list/SummaryBar')).SummaryBar);

interface EntityListProps {
  readonly model: ListModel;
  readonly openId: number | null;
  readonly onOpen: (id: number) => void;
  readonly onAdd: () => void;
}

function ListHead({ model, onAdd }: Pick<EntityListProps, 'model' | 'onAdd'>) {
  const { t } = useTranslation();
  const words = useWords(model.entity);
  const Extra = useOverride(model.entity)?.headExtra;
  return (
    <Stack
      direction="row"
      sx={{
        ...{ alignItems: 'center', gap: 3, px: { xs: 4, sm: 6 }, pt: 4, flex: 'none' },
        ...(Extra ? { flexWrap: { xs: 'wrap', sm: 'nowrap' } } : {}),
      }}
    >
      <Typography
        variant="h2"
        component="h1"
        sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {words.many}
      </Typography>
      {model.rights.bin && (
        <Chip
          size="small"
          label={t('bin.badge')}
          onDelete={() => model.change({ deleted: false, sort: usualSort(model.entity, false) })}
        />
      )}
      <LiveCount rows={model.rows} />
      <Box sx={{ flex: 1 }} />
      {Extra && (
        <Suspense>
          <Extra />
        </Suspense>
      )}
      {model.rights.may('create') && (
        <AddButton label={t('engine.list.add', { one: inSentence(words.one) })} onClick={onAdd} />
      )}
    </Stack>
  );
}

/** Nothing there, nothing found, or nothing to be had. */
function Nothing({ model, onAdd }: Pick<EntityListProps, 'model' | 'onAdd'>) {
  const { t } = useTranslation();
  const { entity, state, change, rows, rights } = model;
  const words = useWords(entity);
  const icon = <NamedIcon name={entity.spec.icon} />;
  if (rows.fault) {
    const retry = (
      <Button variant="outlined" onClick={rows.refetch}>
        {t('engine.list.retry')}
      </Button>
    );
    return <EmptyState icon={icon} title={t('engine.list.failed_title')} help={rows.fault.msg} action={retry} />;
  }
  if (state.q !== '' || Object.keys(state.filters).length > 0) {
    const clear = (
      <Button variant="outlined" onClick={() => change({ q: '', filters: {} })}>
        {t('engine.list.filters_clear')}
      </Button>
    );
    return (
      <EmptyState icon={icon} title={t('engine.list.none_title')} help={t('engine.list.none_text')} action={clear} />
    );
  }
  if (rights.bin) return <EmptyState icon={icon} title={t('bin.empty')} help={t('bin.empty_text')} />;
  const may = rights.may('create');
  const add = <AddButton label={t('engine.list.add', { one: inSentence(words.one) })} onClick={onAdd} />;
  return (
    <EmptyState
      icon={icon}
      title={t('engine.list.empty_title', { many: inSentence(words.many) })}
      {...(may ? { action: add, help: t('engine.list.empty_text') } : {})}
    />
  );
}

/** The usual rows, unless the noun has a way of its own to show them. */
function Body({ children, model, handlers }: ListBody & { readonly children: ReactNode }) {
  const Own = useOverride(model.entity)?.body;
  const body = useMemo(() => ({ model, handlers }), [model, handlers]);
  if (!Own) return children;
  return (
    <ListBodyContext value={body}>
      <Suspense fallback={children}>
        <Own>{children}</Own>
      </Suspense>
    </ListBodyContext>
  );
}

interface AboveProps {
  readonly model: ListModel;
  readonly actions: ReturnType<typeof useRowActions>;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly live: ReturnType<typeof useAutoShow>['live'];
}
/** What stands between the heading and the rows. */
function Above({ model, actions, searchRef, live }: AboveProps) {
  const { rows, selected } = model;
  return (
    <>
      {selected.length > 0 ? (
        <BulkBar model={model} actions={actions} />
      ) : (
        <Toolbar model={model} searchRef={searchRef} live={live} />
      )}
      <Suspense>{rows.list.searched && <SearchedNote model={model} searched={rows.list.searched} />}</Suspense>
      <Box sx={{ height: 2, flex: 'none' }}>
        {rows.fetching && !rows.loading && <LinearProgress aria-hidden sx={{ height: 2 }} />}
      </Box>
    </>
  );
}

export function EntityList({ model, openId, onOpen, onAdd }: EntityListProps) {
  const { entity, rows, items, select, selected } = model;
  const phone = useMediaQuery(PHONE);
  const { density } = useAppSelector(selectSettings);
  const search = useRef<HTMLInputElement>(null);
  const [currentId, setCurrent] = useState<number | null>(null);
  const actions = useRowActions(entity, {
    onRemoved: (ids) => select(selected.filter((id) => !ids.includes(id))),
    open: onOpen,
    isHere: (id) => isHere(rows.list, id),
  });
  const inPlace = useInPlace(model, useStray(entity, onOpen));
  const { editing, refusals } = inPlace;
  const typing = editing !== null || items.some(({ id }) => id in refusals);
  const auto = useAutoShow(model, actions.asked !== null || typing);
  const handlers = useRowHandlers(handlersOf(model, actions, { open: onOpen, focus: setCurrent, inPlace }));
  useListKeys(model, search);
  const empty = !rows.loading && items.length === 0 && (rows.fault !== undefined || !rows.pending);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0, height: '100%' }}>
      <ListHead model={model} onAdd={onAdd} />
      <ScreenRemark screen={entity.name} />
      <Above model={model} actions={actions} searchRef={search} live={auto.live} />
      <Box
        {...auto.watch}
        sx={{
          position: 'relative',
          flex: 1,
          minHeight: 0,
          display: 'flex',
          flexDirection: 'column',
          borderTop: 1,
          borderColor: 'divider',
          bgcolor: phone ? 'transparent' : 'background.paper',
        }}
      >
        <NewPill rows={rows} astride />
        {empty ? (
          <Nothing model={model} onAdd={onAdd} />
        ) : (
          <Body model={model} handlers={handlers}>
            {phone ? (
              <Cards model={model} handlers={handlers} />
            ) : (
              <Grid {...{ model, handlers, openId, currentId, editing, refusals }} height={ROW_HEIGHT[density]} />
            )}
          </Body>
        )}
        <Suspense>{model.view.summary && <SummaryBar model={model} />}</Suspense>
        <Pager model={model} />
      </Box>
      <Confirm model={model} actions={actions} />
      <Suspense>
        {actions.left.length > 0 && <LeftAlone entity={entity} rows={actions.left} onClose={actions.leftRead} />}
      </Suspense>
    </Box>
  );
}
