/** What can be done with an arrangement: add a card, keep it for oneself, share it, or take it back. */
import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { board as boardNoun } from '../../../../../common/entities/board';
import type { Card } from '../../../../../common/live/dashboardCards';
import { FormPresence } from '../../../../engine/presence/FormPresence';
import { rowsApi } from '../../../../engine/data/rowsApi';
import { useTitles } from '../../../../engine/data/useTitles';
import { api } from '../../../../shared/api/api';
import { useApp } from '../../../../shared/app/appContext';
import { hasPermission, useBootstrap } from '../../../../shared/api/bootstrap';
import { AddCard } from './AddCard';
import type { Arranging } from './useArranging';
import type { Board } from './useBoard';

interface ArrangeBarProps {
  readonly board: Board;
  readonly cards: readonly Card[];
  readonly arranging: Arranging;
}
export function ArrangeBar({ board, cards, arranging }: ArrangeBarProps) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  return (
    <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end' }}>
      {arranging.canTogether && <Together {...arranging} />}
      <Button startIcon={<Add />} onClick={() => setAdding(true)}>
        {t('dashboard.arrange.add')}
      </Button>
      {arranging.together === null ? (
        <Alone {...{ board, cards }} onDone={arranging.stop} />
      ) : (
        <Button variant="contained" onClick={arranging.stop}>
          {t('dashboard.arrange.done')}
        </Button>
      )}
      {adding && (
        <AddCard
          onClose={() => setAdding(false)}
          onAdd={(card) => {
            setAdding(false);
            arranging.change((now) => [...now, card]);
          }}
        />
      )}
    </Stack>
  );
}

/** Works on the shared dashboard itself, beside whoever else does. */
function Together({ together, setTogether }: Arranging) {
  const { t } = useTranslation();
  return (
    <>
      {together !== null && <FormPresence entity={boardNoun} id={together.id} />}
      <FormControlLabel
        sx={{ mr: 1 }}
        control={<Switch checked={together !== null} onChange={(_event, on) => setTogether(on)} />}
        label={t('dashboard.arrange.together')}
      />
    </>
  );
}

interface AloneProps {
  readonly board: Board;
  readonly cards: readonly Card[];
  readonly onDone: () => void;
}
/** A draft: kept for oneself, shared, or thrown away. */
function Alone({ board, cards, onDone }: AloneProps) {
  const { t } = useTranslation();
  const [send, { isLoading }] = api.useRequestMutation();
  const keep = async (kept: readonly Card[] | null) => {
    const body = { cards: kept };
    const answer = await send({ url: '/admin/Dashboard/arrange', method: 'POST', body, announce: true });
    if ('error' in answer) return;
    board.refetch();
    onDone();
  };
  return (
    <>
      {board.isOwn && <Button onClick={() => void keep(null)}>{t('dashboard.arrange.back')}</Button>}
      <Share {...{ board, cards, onDone }} />
      <Button onClick={onDone}>{t('dashboard.arrange.cancel')}</Button>
      <Button variant="contained" disabled={isLoading} onClick={() => void keep(cards)}>
        {t('dashboard.arrange.keep')}
      </Button>
    </>
  );
}

/** Makes the arrangement what everybody, or a role group, finds. */
function Share({ board, cards, onDone }: AloneProps) {
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
  if (!hasPermission(permissions, 'board/add') || !hasPermission(permissions, 'board/edit')) return null;
  const share = async (groupId: number | null, title: string) => {
    setAnchor(null);
    const same = board.shared !== null && board.shared.groupId === groupId ? board.shared : undefined;
    const body = { title, group_id: groupId, cards: cards.map((card) => ({ ...card })) };
    const answer =
      same === undefined
        ? await create({ e: 'board', body })
        : await update({ e: 'board', body: { id: same.id, cards: body.cards } });
    if ('error' in answer) {
      toasts.show('error', t('dashboard.arrange.not_shared'));
      return;
    }
    toasts.show('success', answer.data.said ?? t('dashboard.arrange.shared', { group: title }));
    board.refetch();
    onDone();
  };
  return (
    <>
      <Button aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        {t('dashboard.arrange.share')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => void share(null, t('dashboard.arrange.everybody'))}>
          {t('dashboard.arrange.everybody')}
        </MenuItem>
        {(data?.picks ?? []).map(({ id, title }) => (
          <MenuItem key={id} onClick={() => void share(id, titles[id] ?? title)}>
            {title}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
