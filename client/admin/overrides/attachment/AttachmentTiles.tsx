/** Attachments as tiles instead of a table, selected by a URL parameter. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { WireRow } from '../../../../common/entity/projectRow';
import { formatFileSize } from '../../../../common/text/fileTypes';
import { FilePreview } from '../../../engine/files/FilePreview';
import { RemovedBadge } from '../../../engine/list/RemovedBadge';
import { useListBodyContext, type ListBody } from '../../../engine/list/listBodyContext';
import { MovedBadge } from '../../../engine/list/live/MovedBadge';
import { RowMenu } from '../../../engine/list/RowMenu';
import { SelectAllCheckbox } from '../../../engine/list/cards/SelectAllCheckbox';
import type { RowRemoval } from '../../../engine/data/liveList';
import type { ListBodyProps } from '../../../engine/override';
import { RowPresence } from '../../../engine/presence/RowPresence';
import { asString, asInteger } from '../../../../common/json';
import { useOptimisticRow } from '../../../shared/store/useOptimisticRow';
import { VIEW_PARAM } from './viewParam';

/** Above the image, beside the checkbox. */
const BADGE_STYLE = {
  position: 'absolute',
  top: 4,
  right: 4,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const;

/** Style of removed files; the reason of the removal stays readable. */
const REMOVED_STYLE = { textDecoration: 'line-through', color: 'text.disabled' } as const;

interface TileButtonProps {
  readonly row: WireRow;
  readonly removal: RowRemoval | undefined;
  readonly onOpen: () => void;
}
function TileButton({ row, removal, onOpen }: TileButtonProps) {
  const [name, url] = [asString(row['name'], 255), asString(row['url'], 1000)];
  return (
    <ButtonBase
      disabled={removal !== undefined}
      onClick={onOpen}
      sx={{
        display: 'block',
        width: '100%',
        textAlign: 'left',
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main' },
      }}
    >
      <Box
        sx={{ position: 'relative', aspectRatio: '4 / 3', bgcolor: 'background.sunken', opacity: removal ? 0.5 : 1 }}
      >
        <FilePreview url={url} mimetype={asString(row['mimetype'], 100)} label="" />
      </Box>
      <Box sx={{ pl: 3, pr: removal ? 3 : 18, py: 2 }}>
        <Typography variant="body2" noWrap title={name} sx={removal ? REMOVED_STYLE : {}}>
          {name}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {removal ? <RemovedBadge removal={removal} /> : formatFileSize(asInteger(row['size']))}
        </Typography>
      </Box>
    </ButtonBase>
  );
}

type AttachmentTileProps = ListBody & { readonly id: number };
function AttachmentTile({ id, model, handlers }: AttachmentTileProps) {
  const { t } = useTranslation();
  const row = useOptimisticRow(model.entity.name, id)?.row;
  if (row === undefined) return null;
  const name = asString(row['name'], 255);
  const isChosen = model.selected.includes(id);
  const removal = model.rows.list.removed[id];
  const isRemoved = removal !== undefined;
  return (
    <Box
      component="li"
      data-id={id}
      aria-disabled={isRemoved || undefined}
      sx={{
        position: 'relative',
        listStyle: 'none',
        border: 1,
        borderColor: isChosen ? 'primary.main' : 'divider',
        borderRadius: '10px',
        overflow: 'hidden',
        bgcolor: 'background.paper',
        minWidth: 0,
      }}
    >
      <TileButton row={row} removal={removal} onOpen={() => handlers.onOpen(id)} />
      <Checkbox
        size="small"
        checked={isChosen}
        disabled={isRemoved}
        onChange={() => handlers.onToggle(id, false)}
        slotProps={{ input: { 'aria-label': t('files.select', { name }) } }}
        sx={{ position: 'absolute', top: 4, left: 4, p: 0.5, borderRadius: 1, bgcolor: 'background.paper' }}
      />
      <Box sx={BADGE_STYLE}>
        {model.rows.list.reordered.includes(id) && <MovedBadge />}
        <RowPresence entity={model.entity} id={id} title={name} />
      </Box>
      {!isRemoved && (
        <Box sx={{ position: 'absolute', right: 2, bottom: 8 }}>
          <RowMenu entity={model.entity} permissions={model.permissions} id={id} handlers={handlers} />
        </Box>
      )}
    </Box>
  );
}

export function AttachmentTiles({ children }: ListBodyProps) {
  const { model, handlers } = useListBodyContext();
  const { t } = useTranslation();
  const [params] = useSearchParams();
  // Also the state of an empty list.
  if (params.get(VIEW_PARAM) !== 'tiles' || model.items.length === 0) return children;
  return (
    <>
      <SelectAllCheckbox model={model} />
      <Box
        component="ul"
        aria-label={t('files.all')}
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(168px, 1fr))',
          alignContent: 'start',
          gridAutoRows: 'max-content',
          gap: 4,
          m: 0,
          p: { xs: 4, sm: 6 },
          flex: 1,
          minHeight: 0,
          overflow: 'auto',
        }}
      >
        {model.items.map(({ id }) => (
          <AttachmentTile key={id} id={id} model={model} handlers={handlers} />
        ))}
      </Box>
    </>
  );
}
