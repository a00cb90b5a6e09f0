/** The rows as cards, for screens too narrow for a grid. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/meta';
import { useAppSelector } from '../../shared/createStore';
import { useWords } from '../../shared/i18n';
import { selectSettings, type Density } from '../../shared/settings';
import { useShown } from '../../shared/useShown';
import type { Gone } from '../liveList';
import type { EntityRights } from '../useMay';
import { RowPeers } from '../presence/RowPeers';
import { useRowTitle } from './useRowTitle';
import { CARD_GAP, CardFacts } from './CardFacts';
import { GoneNote } from './GoneNote';
import { RowHandle } from './RowHandle';
import type { RowHandlers } from './rowHandlers';
import { MovedMark } from './MovedMark';
import { RowMenu } from './RowMenu';
import { isSortedByHand } from './rowPlaces';
import { SelectAll, TOUCH } from './SelectAll';
import { TreeMark } from './TreeMark';
import type { Item } from './treeItems';
import type { ListModel } from './useListModel';

const CARD = {
  listStyle: 'none',
  border: 1,
  borderColor: 'divider',
  borderRadius: '10px',
  bgcolor: 'background.paper',
  '&[data-selected]': { borderColor: 'primary.main', bgcolor: 'action.selected' },
  '&[data-over=at]': { boxShadow: 'inset 0 3px 0 var(--mui-palette-primary-main)' },
  '&[data-over=inside]': { bgcolor: 'action.focus' },
} as const;

/** What is gone recedes; why it went stays readable. */
const STRUCK = { textDecoration: 'line-through', color: 'text.disabled' } as const;
const FADED = { opacity: 0.6 } as const;

interface CardProps {
  readonly entity: AnyEntity;
  readonly rights: EntityRights;
  readonly item: Item;
  readonly columns: readonly Column[];
  readonly gone: Gone | undefined;
  readonly moved: boolean;
  readonly selected: boolean;
  readonly density: Density;
  readonly folded: boolean;
  /** Rows may be ordered by hand. */
  readonly sorting: boolean;
  readonly handlers: RowHandlers;
}
function CardView(props: CardProps) {
  const { entity, rights, item, columns, gone, moved, selected, density, folded, sorting, handlers } = props;
  const { t } = useTranslation();
  const held = useShown(entity.name, item.id);
  const title = useRowTitle(entity, item.id);
  const [seen] = useState(held?.last);
  if (held === undefined) return null;
  return (
    <Box
      component="li"
      data-id={item.id}
      {...(selected ? { 'data-selected': true } : {})}
      aria-disabled={gone !== undefined || undefined}
      sx={{ ...CARD, ml: item.depth * 4 }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', pr: 2 }}>
        <Checkbox
          checked={selected}
          disabled={gone !== undefined}
          onChange={() => handlers.toggle(item.id, false)}
          slotProps={{ input: { 'aria-label': t('engine.list.select_row', { title }) } }}
          sx={{ width: TOUCH, height: TOUCH, flex: 'none' }}
        />
        {item.branch && <TreeMark title={title} folded={folded} onFold={() => handlers.fold(item.id)} />}
        {moved && <MovedMark />}
        {sorting && !gone && <RowHandle {...{ entity, id: item.id, title, handlers }} reachable />}
        <ButtonBase
          disabled={gone !== undefined}
          onClick={() => handlers.open(item.id)}
          sx={{
            flex: 1,
            minWidth: 0,
            justifyContent: 'flex-start',
            textAlign: 'left',
            px: 2,
            py: CARD_GAP[density] + 1,
            borderRadius: '10px',
          }}
        >
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Typography component="span" sx={{ display: 'block', fontWeight: 600, ...(gone ? STRUCK : {}) }}>
              {title}
            </Typography>
            {gone && <GoneNote gone={gone} />}
          </Box>
        </ButtonBase>
        <RowPeers entity={entity} id={item.id} title={title} />
        {!gone && <RowMenu entity={entity} rights={rights} id={item.id} handlers={handlers} />}
      </Stack>
      <Box sx={gone ? FADED : {}}>
        <CardFacts {...{ entity, rights, columns, density, held, seen, title, handlers }} dead={gone !== undefined} />
      </Box>
    </Box>
  );
}
const Card = memo(CardView);

export function Cards({ model, handlers }: { readonly model: ListModel; readonly handlers: RowHandlers }) {
  const { entity, rights, rows, items, columns, folded, selected } = model;
  const { density } = useAppSelector(selectSettings);
  const chosen = new Set(selected);
  const words = useWords(entity);
  return (
    <>
      <SelectAll model={model} />
      <Stack
        component="ul"
        data-rows
        aria-label={words.many}
        aria-busy={rows.loading}
        sx={{ gap: CARD_GAP[density] + 1, m: 0, p: 4, overflow: 'auto', flex: 1, minHeight: 0 }}
      >
        {rows.loading &&
          Array.from({ length: 5 }, (_, at) => (
            <Skeleton key={at} component="li" aria-hidden height={136} sx={{ flex: 'none', listStyle: 'none' }} />
          ))}
        {items.map((item) => (
          <Card
            key={item.id}
            entity={entity}
            rights={rights}
            item={item}
            columns={columns}
            gone={rows.list.gone[item.id]}
            moved={rows.list.moved.includes(item.id)}
            selected={chosen.has(item.id)}
            density={density}
            folded={folded.has(item.id)}
            sorting={isSortedByHand(model)}
            handlers={handlers}
          />
        ))}
      </Stack>
    </>
  );
}
