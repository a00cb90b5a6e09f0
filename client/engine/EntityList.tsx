/** The derived list of any entity: its rows, live, and everything one does with them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../shared/createStore';
import { useWords } from '../shared/i18n';
import { selectSettings } from '../shared/settings';
import { ROW_HEIGHT } from '../shared/tokens';
import { EmptyState } from '../ui/EmptyState';
import { NamedIcon } from '../ui/icons';
import { inSentence } from './inSentence';
import { Cards } from './list/Cards';
import { Confirm } from './list/Confirm';
import { Grid } from './list/Grid';
import { LiveCount } from './list/LiveCount';
import { NewPill } from './list/NewPill';
import { Pager } from './list/Pager';
import { useRowHandlers } from './list/rowHandlers';
import { AddButton, BulkBar, Toolbar } from './list/Toolbar';
import { useAutoShow } from './list/useAutoShow';
import type { ListModel } from './list/useListModel';
import { useRowActions } from './list/useRowActions';

interface EntityListProps {
  readonly model: ListModel;
  readonly openId: number | null;
  readonly onOpen: (id: number) => void;
  readonly onAdd: () => void;
}

function ListHead({ model, onAdd }: Pick<EntityListProps, 'model' | 'onAdd'>) {
  const { t } = useTranslation();
  const words = useWords(model.entity);
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 3, px: { xs: 4, sm: 6 }, pt: 4, flex: 'none' }}>
      <Typography
        variant="h2"
        component="h1"
        sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {words.many}
      </Typography>
      <LiveCount rows={model.rows} />
      <Box sx={{ flex: 1 }} />
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

const typing = (target: EventTarget) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]');

/** Everything from the first chosen row to this one, or this one alone. */
function toggled(model: ListModel, id: number, range: boolean): readonly number[] {
  const { selected, items } = model;
  if (!range || selected.length === 0)
    return selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id];
  const ids = items.map((item) => item.id);
  const [from, to] = [ids.indexOf(selected.at(-1) ?? id), ids.indexOf(id)].sort((a, b) => a - b);
  return [...new Set([...selected, ...ids.slice(from, (to ?? 0) + 1)])];
}

function onShortcut(
  event: KeyboardEvent,
  { rows, selected, select }: ListModel,
  search: RefObject<HTMLInputElement | null>,
) {
  if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '/') search.current?.focus();
  else if (event.key === '.' && rows.pending) rows.show();
  else if (event.key === 'Escape' && selected.length > 0) select([]);
  else return;
  event.preventDefault();
}

export function EntityList({ model, openId, onOpen, onAdd }: EntityListProps) {
  const { entity, rows, items, select, selected } = model;
  const phone = useMediaQuery('(max-width: 599.95px)');
  const { density } = useAppSelector(selectSettings);
  const search = useRef<HTMLInputElement>(null);
  const [currentId, setCurrent] = useState<number | null>(null);
  const actions = useRowActions(entity, (ids) => select(selected.filter((id) => !ids.includes(id))));
  const auto = useAutoShow(model);
  const handlers = useRowHandlers({
    open: onOpen,
    toggle: (id, range) => select(toggled(model, id, range)),
    ask: actions.ask,
    commit: actions.commit,
    fold: model.fold,
    focus: setCurrent,
  });
  const empty = !rows.loading && items.length === 0 && (rows.fault !== undefined || !rows.pending);
  return (
    // The keys are shortcuts to buttons that are here as well.
    <Box
      role="presentation"
      onKeyDown={(event) => onShortcut(event, model, search)}
      sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0, height: '100%' }}
    >
      <ListHead model={model} onAdd={onAdd} />
      {selected.length > 0 ? (
        <BulkBar model={model} actions={actions} />
      ) : (
        <Toolbar model={model} searchRef={search} live={auto.live} />
      )}
      <Box sx={{ height: 2, flex: 'none' }}>
        {rows.fetching && !rows.loading && <LinearProgress aria-hidden sx={{ height: 2 }} />}
      </Box>
      <Box
        {...auto.pointer}
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
        <NewPill rows={rows} />
        {empty ? (
          <Nothing model={model} onAdd={onAdd} />
        ) : phone ? (
          <Cards model={model} handlers={handlers} />
        ) : (
          <Grid model={model} handlers={handlers} height={ROW_HEIGHT[density]} openId={openId} currentId={currentId} />
        )}
        <Pager model={model} />
      </Box>
      <Confirm entity={entity} actions={actions} />
    </Box>
  );
}
