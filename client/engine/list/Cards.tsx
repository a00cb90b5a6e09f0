/** The rows as cards, for screens too narrow for a grid. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { memo, useState } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/meta';
import type { Held } from '../../shared/entities';
import { useWords } from '../../shared/i18n';
import { useShown } from '../../shared/useShown';
import type { Gone } from '../liveList';
import type { EntityRights } from '../useMay';
import { RowPeers } from '../presence/RowPeers';
import { useRowTitle } from './useRowTitle';
import { GoneNote } from './GoneNote';
import { LiveCell } from './LiveCell';
import { RowHandle } from './RowHandle';
import type { RowHandlers } from './rowHandlers';
import { RowMenu } from './RowMenu';
import { isSortedByHand } from './rowPlaces';
import { TreeMark } from './TreeMark';
import type { Item } from './treeItems';
import type { ListModel } from './useListModel';

const SHOWN = 4;
const PICTURES = new Set(['image', 'images']);

interface CardProps {
  readonly entity: AnyEntity;
  readonly rights: EntityRights;
  readonly item: Item;
  readonly columns: readonly Column[];
  readonly gone: Gone | undefined;
  readonly folded: boolean;
  /** Rows may be ordered by hand. */
  readonly sorting: boolean;
  readonly handlers: RowHandlers;
}
interface FactsProps extends Pick<CardProps, 'entity' | 'columns'> {
  readonly held: Held;
  readonly seen: Held['last'];
}
function Facts({ entity, columns, held, seen }: FactsProps) {
  const words = useWords(entity);
  const facts = columns
    .filter(({ name, kind }) => name !== entity.spec.title && name !== 'id' && !PICTURES.has(kind))
    .slice(0, SHOWN);
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 4, rowGap: 2, m: 0, px: 4, pb: 4 }}
    >
      {facts.map((column) => (
        <Box key={column.name} sx={{ minWidth: 0 }}>
          <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
            {words.fields[column.name] ?? column.name}
          </Typography>
          <Box component="dd" sx={{ m: 0 }}>
            <LiveCell entity={entity} column={column} held={held} seen={seen} commit={undefined} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function CardView({ entity, rights, item, columns, gone, folded, sorting, handlers }: CardProps) {
  const held = useShown(entity.name, item.id);
  const title = useRowTitle(entity, item.id);
  const [seen] = useState(held?.last);
  if (held === undefined) return null;
  return (
    <Box
      component="li"
      data-id={item.id}
      sx={{
        listStyle: 'none',
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
        bgcolor: 'background.paper',
        ml: item.depth * 4,
        '&[data-over=at]': { boxShadow: 'inset 0 3px 0 var(--mui-palette-primary-main)' },
        '&[data-over=inside]': { bgcolor: 'action.focus' },
        ...(gone ? { opacity: 0.6 } : {}),
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', pr: 2, pl: sorting || item.branch ? 4 : 0 }}>
        {item.branch && <TreeMark title={title} folded={folded} onFold={() => handlers.fold(item.id)} />}
        {sorting && !gone && <RowHandle {...{ entity, id: item.id, title, handlers }} reachable />}
        <ButtonBase
          disabled={gone !== undefined}
          onClick={() => handlers.open(item.id)}
          sx={{
            flex: 1,
            minWidth: 0,
            justifyContent: 'flex-start',
            textAlign: 'left',
            px: 4,
            py: 3,
            borderRadius: '10px',
          }}
        >
          <Typography
            component="span"
            sx={{ fontWeight: 600, overflowWrap: 'anywhere', ...(gone ? { textDecoration: 'line-through' } : {}) }}
          >
            {title}
          </Typography>
        </ButtonBase>
        <RowPeers entity={entity} id={item.id} title={title} />
        {gone ? <GoneNote gone={gone} /> : <RowMenu entity={entity} rights={rights} id={item.id} handlers={handlers} />}
      </Stack>
      <Facts entity={entity} columns={columns} held={held} seen={seen} />
    </Box>
  );
}
const Card = memo(CardView);

export function Cards({ model, handlers }: { readonly model: ListModel; readonly handlers: RowHandlers }) {
  const { entity, rights, rows, items, columns, folded } = model;
  const words = useWords(entity);
  return (
    <Stack
      component="ul"
      data-rows
      aria-label={words.many}
      aria-busy={rows.loading}
      sx={{ gap: 3, m: 0, p: 4, overflow: 'auto', flex: 1, minHeight: 0 }}
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
          folded={folded.has(item.id)}
          sorting={isSortedByHand(model)}
          handlers={handlers}
        />
      ))}
    </Stack>
  );
}
