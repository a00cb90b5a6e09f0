/** Toolbar of the arrange mode: add a card, save, share, or reset. */
import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { board as boardEntity } from '../../../../../common/entities/board';
import type { DashboardCard } from '../../../../../common/live/dashboardCards';
import { FormPresence } from '../../../../engine/presence/FormPresence';
import { rowsApi } from '../../../../engine/data/rowsApi';
import { useTitles } from '../../../../engine/data/useTitles';
import { api } from '../../../../shared/api/api';
import { useApp } from '../../../../shared/app/appContext';
import { isPermissionGranted, useBootstrap } from '../../../../shared/api/bootstrap';
import { AddCardDialog } from './AddCardDialog';
import type { Arrangement } from './useArrangement';
import type { Board } from './useBoard';

/** The titles of a dashboard for everyone. */
const EVERYONE = { title: '所有人', title_en: 'Everyone' };

interface ArrangeBarProps {
  readonly board: Board;
  readonly cards: readonly DashboardCard[];
  readonly arrangement: Arrangement;
}
export function ArrangeBar({ board, cards, arrangement }: ArrangeBarProps) {
  const { t } = useTranslation();
  const [isAdding, setIsAdding] = useState(false);
  const [addedId, setAddedId] = useState('');
  const isAdded = cards.some(({ id }) => id === addedId);
  useEffect(() => {
    if (isAdded) showCard(addedId);
  }, [isAdded, addedId]);
  return (
    <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end' }}>
      {arrangement.canEditShared && <SharedEditing {...arrangement} />}
      <Button startIcon={<Add />} onClick={() => setIsAdding(true)}>
        {t('dashboard.arrange.add')}
      </Button>
      {arrangement.sharedBoard === null ? (
        <DraftActions board={board} cards={cards} onDone={arrangement.stop} />
      ) : (
        <Button variant="contained" onClick={arrangement.stop}>
          {t('dashboard.arrange.done')}
        </Button>
      )}
      {isAdding && (
        <AddCardDialog
          onClose={() => setIsAdding(false)}
          onAdd={(card) => {
            setIsAdding(false);
            setAddedId(card.id);
            arrangement.change((now) => [...now, card]);
          }}
        />
      )}
    </Stack>
  );
}

/** Scrolls to a new card, which is the last one, and outlines it for a moment. */
function showCard(id: string): void {
  const card = document.querySelector(`[data-card="${CSS.escape(id)}"]`);
  card?.scrollIntoView({ block: 'center' });
  card?.animate(
    [{ boxShadow: '0 0 0 4px var(--mui-palette-primary-main)', borderRadius: '10px' }, { boxShadow: 'none' }],
    1_500,
  );
}

/** Switches to editing the shared dashboard together with others. */
function SharedEditing({ sharedBoard, setShared }: Arrangement) {
  const { t } = useTranslation();
  return (
    <>
      {sharedBoard !== null && <FormPresence entity={boardEntity} id={sharedBoard.id} />}
      <FormControlLabel
        sx={{ mr: 1 }}
        control={<Switch checked={sharedBoard !== null} onChange={(_event, on) => setShared(on)} />}
        label={t('dashboard.arrange.together')}
      />
    </>
  );
}

interface DraftActionsProps {
  readonly board: Board;
  readonly cards: readonly DashboardCard[];
  readonly onDone: () => void;
}
/** Actions of a personal draft: save, share, reset, discard. */
function DraftActions({ board, cards, onDone }: DraftActionsProps) {
  const { t } = useTranslation();
  const [send, { isLoading }] = api.useRequestMutation();
  const saveArrangement = async (savedCards: readonly DashboardCard[] | null) => {
    const body = { cards: savedCards };
    const result = await send({ url: '/admin/Dashboard/arrange', method: 'POST', body, announce: true });
    if ('error' in result) return;
    board.refetch();
    onDone();
  };
  return (
    <>
      {board.isOwn && <Button onClick={() => void saveArrangement(null)}>{t('dashboard.arrange.back')}</Button>}
      <ShareMenu board={board} cards={cards} onDone={onDone} />
      <Button onClick={onDone}>{t('dashboard.arrange.cancel')}</Button>
      <Button variant="contained" disabled={isLoading} onClick={() => void saveArrangement(cards)}>
        {t('dashboard.arrange.keep')}
      </Button>
    </>
  );
}

/** Shares the arrangement with everyone or with a role group. */
function ShareMenu({ board, cards, onDone }: DraftActionsProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { permissions, entities } = useBootstrap();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [create] = rowsApi.useCreateMutation();
  const [update] = rowsApi.useUpdateMutation();
  const { data } = rowsApi.useSelectQuery(
    { e: 'admin_group', title: 'name', params: { limit: 50 } },
    { skip: entities['admin_group'] === undefined || anchor === null },
  );
  const titles = useTitles('admin_group', []);
  if (!isPermissionGranted(permissions, 'board/add') || !isPermissionGranted(permissions, 'board/edit')) return null;
  const shareWith = async (groupId: number | null, title: string, boardTitles: object = { title }) => {
    setAnchor(null);
    const sameBoard = board.shared !== null && board.shared.groupId === groupId ? board.shared : undefined;
    const body = { ...boardTitles, group_id: groupId, cards: cards.map((card) => ({ ...card })) };
    const result =
      sameBoard === undefined
        ? await create({ e: 'board', body })
        : await update({ e: 'board', body: { id: sameBoard.id, cards: body.cards } });
    if ('error' in result) {
      toasts.show('error', t('dashboard.arrange.not_shared'));
      return;
    }
    toasts.show('success', result.data.message ?? t('dashboard.arrange.shared', { group: title }));
    board.refetch();
    onDone();
  };
  return (
    <>
      <Button aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        {t('dashboard.arrange.share')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => void shareWith(null, t('dashboard.arrange.everybody'), EVERYONE)}>
          {t('dashboard.arrange.everybody')}
        </MenuItem>
        {(data?.options ?? []).map(({ id, title }) => (
          <MenuItem key={id} onClick={() => void shareWith(id, titles[id] ?? title)}>
            {title}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
