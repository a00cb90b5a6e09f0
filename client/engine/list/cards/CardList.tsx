/** The rows as cards for narrow screens. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Column } from '../../../../common/entity/columns';
import { useAppSelector } from '../../../shared/app/createStore';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { selectSettings, type Density } from '../../../shared/store/settings';
import type { CachedRow } from '../../../shared/store/entities';
import { useOptimisticRow } from '../../../shared/store/useOptimisticRow';
import type { RowRemoval } from '../../data/liveList';
import type { EntityPermissions } from '../../usePermissions';
import { RowPresence } from '../../presence/RowPresence';
import { useRowTitle } from '../../data/useRowTitle';
import { CARD_GAP, CardFields } from './CardFields';
import { CardPicture, CardSummary, PICTURE_SIZE } from './CardSummary';
import { SwipeArea } from './SwipeArea';
import { TitleImage } from '../cells/TitleImage';
import { RemovedBadge } from '../RemovedBadge';
import type { RowHandlers } from '../useRowHandlers';
import { MovedBadge } from '../live/MovedBadge';
import { RowMenu } from '../RowMenu';
import { isSortedManually } from '../tree/rowMoves';
import { SelectAllCheckbox, TOUCH_TARGET } from './SelectAllCheckbox';
import { TreeToggle } from '../tree/TreeToggle';
import type { ListItem } from '../tree/treeItems';
import type { ListModel } from '../useListModel';

const CARD_STYLE = {
  listStyle: 'none',
  border: 1,
  borderColor: 'divider',
  borderRadius: '10px',
  bgcolor: 'background.paper',
  '&[data-selected]': { borderColor: 'primary.main', bgcolor: 'action.selected' },
  '&[data-over=at]': { boxShadow: 'inset 0 3px 0 var(--mui-palette-primary-main)' },
  '&[data-over=inside]': { bgcolor: 'action.focus' },
} as const;

/** Removed rows are faded; the reason stays readable. */
const STRUCK_THROUGH = { textDecoration: 'line-through', color: 'text.disabled' } as const;
const FADED = { opacity: 0.6 } as const;

interface CardProps {
  readonly entity: AnyEntity;
  readonly permissions: EntityPermissions;
  readonly item: ListItem;
  readonly columns: readonly Column[];
  readonly removal: RowRemoval | undefined;
  readonly isReordered: boolean;
  readonly isSelected: boolean;
  /** Cards show their checkboxes. */
  readonly isSelecting: boolean;
  readonly density: Density;
  readonly isFolded: boolean;
  /** Rows can be sorted by hand. */
  readonly isManuallySorted: boolean;
  readonly handlers: RowHandlers;
}
interface CardHeadProps extends CardProps {
  readonly title: string;
  readonly cachedRow: CachedRow;
  readonly initialChange: CachedRow['lastChange'];
}
/** Opens the record of a card. */
function CardTitle({ entity, item, title, removal, density, handlers, cachedRow: { row } }: CardHeadProps) {
  return (
    <ButtonBase
      disabled={removal !== undefined}
      onClick={() => handlers.onOpen(item.id)}
      sx={{
        flex: 1,
        minWidth: 0,
        justifyContent: 'flex-start',
        textAlign: 'left',
        gap: 2,
        pl: 4,
        pr: 2,
        py: CARD_GAP[density] + 1,
        borderRadius: '10px',
      }}
    >
      <TitleImage entity={entity} row={row} title={title} size={PICTURE_SIZE} />
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="span" sx={{ display: 'block', fontWeight: 600, ...(removal ? STRUCK_THROUGH : {}) }}>
          {title}
        </Typography>
        {removal && <RemovedBadge removal={removal} />}
      </Box>
    </ButtonBase>
  );
}

/** First line of a card: image, title and the menu of the row, with a checkbox while rows are selected. */
function CardHead(props: CardHeadProps) {
  const { entity, permissions, item, title, removal, isReordered, isSelected, isFolded, handlers } = props;
  const { t } = useTranslation();
  return (
    <Stack direction="row" sx={{ alignItems: 'center', pr: 2 }}>
      {props.isSelecting && (
        <Checkbox
          checked={isSelected}
          disabled={removal !== undefined}
          onChange={() => handlers.onToggle(item.id, false)}
          slotProps={{ input: { 'aria-label': t('engine.list.select_row', { title }) } }}
          sx={{ width: TOUCH_TARGET, height: TOUCH_TARGET, flex: 'none' }}
        />
      )}
      {item.hasChildren && <TreeToggle title={title} isFolded={isFolded} onFold={() => handlers.onFold(item.id)} />}
      {isReordered && <MovedBadge />}
      <CardTitle {...props} />
      <RowPresence entity={entity} id={item.id} title={title} />
      {!removal && (
        <RowMenu
          entity={entity}
          permissions={permissions}
          handlers={handlers}
          id={item.id}
          phoneMenu={{ canMove: props.isManuallySorted }}
        />
      )}
    </Stack>
  );
}

/** Left: delete with undo. Right: open or edit. A held finger selects the card, as its checkbox does. */
function useCardGestures({ entity, permissions, item, removal, handlers }: CardProps) {
  const { t } = useTranslation();
  const canOpen = removal === undefined && !permissions.isRecycleBin;
  const canRemove = canOpen && permissions.can('remove') && entity.spec.base !== 'log';
  return {
    leftLabel: { text: t('engine.list.remove'), color: 'error' },
    rightLabel: { text: t(permissions.can('update') ? 'engine.list.edit' : 'engine.list.open'), color: 'primary' },
    onSwipeLeft: canRemove ? () => handlers.onRemove(item.id) : undefined,
    onSwipeRight: canOpen ? () => handlers.onOpen(item.id) : undefined,
    onLongPress: removal === undefined ? () => handlers.onToggle(item.id, false) : undefined,
  } as const;
}

function CardView(props: CardProps) {
  const { entity, permissions, item, columns, removal, isSelected, density, handlers } = props;
  const cachedRow = useOptimisticRow(entity.name, item.id);
  const title = useRowTitle(entity, item.id);
  const [initialChange] = useState(cachedRow?.lastChange);
  const gestures = useCardGestures(props);
  if (cachedRow === undefined) return null;
  return (
    <Box
      component="li"
      data-id={item.id}
      {...(isSelected ? { 'data-selected': true } : {})}
      aria-disabled={removal !== undefined || undefined}
      sx={{ ...CARD_STYLE, ml: item.depth * 4 }}
    >
      <SwipeArea {...gestures}>
        <Stack direction="row">
          <CardPicture entity={entity} columns={columns} row={cachedRow.row} />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <CardHead {...props} title={title} cachedRow={cachedRow} initialChange={initialChange} />
            <Box sx={removal ? FADED : {}}>
              <CardSummary
                entity={entity}
                permissions={permissions}
                columns={columns}
                cachedRow={cachedRow}
                initialChange={initialChange}
                handlers={handlers}
                isRemoved={removal !== undefined}
              />
            </Box>
          </Box>
        </Stack>
        <Box sx={removal ? FADED : {}}>
          <CardFields
            entity={entity}
            permissions={permissions}
            columns={columns}
            density={density}
            cachedRow={cachedRow}
            initialChange={initialChange}
            title={title}
            handlers={handlers}
            isRemoved={removal !== undefined}
          />
        </Box>
      </SwipeArea>
    </Box>
  );
}
const Card = memo(CardView);

export function CardList({ model, handlers }: { readonly model: ListModel; readonly handlers: RowHandlers }) {
  const { entity, permissions, rows, items, columns, foldedIds, selected, isSelecting } = model;
  const { density } = useAppSelector(selectSettings);
  const selectedIds = new Set(selected);
  const labels = useEntityLabels(entity);
  return (
    <>
      {isSelecting && <SelectAllCheckbox model={model} />}
      <Stack
        component="ul"
        data-rows
        aria-label={labels.many}
        aria-busy={rows.isLoading}
        sx={{ gap: CARD_GAP[density] + 1, m: 0, p: 4, overflow: 'auto', flex: 1, minHeight: 0 }}
      >
        {rows.isLoading &&
          Array.from({ length: 5 }, (_, index) => (
            <Skeleton key={index} component="li" aria-hidden height={136} sx={{ flex: 'none', listStyle: 'none' }} />
          ))}
        {items.map((item) => (
          <Card
            key={item.id}
            entity={entity}
            permissions={permissions}
            item={item}
            columns={columns}
            removal={rows.list.removed[item.id]}
            isReordered={rows.list.reordered.includes(item.id)}
            isSelected={selectedIds.has(item.id)}
            isSelecting={isSelecting}
            density={density}
            isFolded={foldedIds.has(item.id)}
            isManuallySorted={isSortedManually(model)}
            handlers={handlers}
          />
        ))}
      </Stack>
    </>
  );
}
