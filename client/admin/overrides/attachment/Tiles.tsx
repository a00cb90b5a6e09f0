/** The attachments of a page as tiles, where the address asks for them. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Wire } from '../../../../common/entity/project';
import { sizeText } from '../../../../common/text/fileTypes';
import { FileFace } from '../../../engine/files/FileFace';
import { GoneNote } from '../../../engine/list/GoneNote';
import { useListBody, type ListBody } from '../../../engine/list/listBody';
import { MovedMark } from '../../../engine/list/MovedMark';
import { RowMenu } from '../../../engine/list/RowMenu';
import { SelectAll } from '../../../engine/list/SelectAll';
import type { Gone } from '../../../engine/liveList';
import type { BodyProps } from '../../../engine/override';
import { RowPeers } from '../../../engine/presence/RowPeers';
import { asText, asWhole } from '../../../shared/persist';
import { useShown } from '../../../shared/useShown';
import { LOOK } from './look';

/** Over the picture, away from the tick. */
const MARKS = {
  ...{ position: 'absolute', top: 4, right: 4, display: 'inline-flex', alignItems: 'center', gap: 1 },
  ...{ borderRadius: 1, bgcolor: 'background.paper' },
} as const;

/** What is gone recedes; why it went stays readable. */
const STRUCK = { textDecoration: 'line-through', color: 'text.disabled' } as const;

interface FaceProps {
  readonly row: Wire;
  readonly gone: Gone | undefined;
  readonly open: () => void;
}
function Face({ row, gone, open }: FaceProps) {
  const [name, url] = [asText(row['name'], 255), asText(row['url'], 1000)];
  return (
    <ButtonBase
      disabled={gone !== undefined}
      onClick={open}
      sx={{
        display: 'block',
        width: '100%',
        textAlign: 'left',
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main' },
      }}
    >
      <Box sx={{ position: 'relative', aspectRatio: '4 / 3', bgcolor: 'background.sunken', opacity: gone ? 0.5 : 1 }}>
        <FileFace url={url} mimetype={asText(row['mimetype'], 100)} label="" />
      </Box>
      <Box sx={{ pl: 3, pr: gone ? 3 : 18, py: 2 }}>
        <Typography variant="body2" noWrap title={name} sx={gone ? STRUCK : {}}>
          {name}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {gone ? <GoneNote gone={gone} /> : sizeText(asWhole(row['size']))}
        </Typography>
      </Box>
    </ButtonBase>
  );
}

type TileProps = ListBody & { readonly id: number };
function Tile({ id, model, handlers }: TileProps) {
  const { t } = useTranslation();
  const row = useShown(model.entity.name, id)?.row;
  if (row === undefined) return null;
  const name = asText(row['name'], 255);
  const chosen = model.selected.includes(id);
  const gone = model.rows.list.gone[id];
  const dead = gone !== undefined;
  return (
    <Box
      component="li"
      data-id={id}
      aria-disabled={dead || undefined}
      sx={{
        position: 'relative',
        listStyle: 'none',
        border: 1,
        borderColor: chosen ? 'primary.main' : 'divider',
        borderRadius: '10px',
        overflow: 'hidden',
        bgcolor: 'background.paper',
        minWidth: 0,
      }}
    >
      <Face {...{ row, gone, open: () => handlers.open(id) }} />
      <Checkbox
        size="small"
        checked={chosen}
        disabled={dead}
        onChange={() => handlers.toggle(id, false)}
        slotProps={{ input: { 'aria-label': t('files.select', { name }) } }}
        sx={{ position: 'absolute', top: 4, left: 4, p: 0.5, borderRadius: 1, bgcolor: 'background.paper' }}
      />
      <Box sx={MARKS}>
        {model.rows.list.moved.includes(id) && <MovedMark />}
        <RowPeers entity={model.entity} id={id} title={name} />
      </Box>
      {!dead && (
        <Box sx={{ position: 'absolute', right: 2, bottom: 8 }}>
          <RowMenu entity={model.entity} rights={model.rights} id={id} handlers={handlers} />
        </Box>
      )}
    </Box>
  );
}

export function Tiles({ children }: BodyProps) {
  const { model, handlers } = useListBody();
  const { t } = useTranslation();
  const [params] = useSearchParams();
  if (params.get(LOOK) !== 'tiles') return children;
  return (
    <>
      <SelectAll model={model} />
      <Box
        component="ul"
        aria-label={t('files.all')}
        sx={{
          ...{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(168px, 1fr))', alignContent: 'start' },
          gridAutoRows: 'max-content',
          ...{ gap: 4, m: 0, p: { xs: 4, sm: 6 }, flex: 1, minHeight: 0, overflow: 'auto' },
        }}
      >
        {model.items.map(({ id }) => (
          <Tile key={id} id={id} model={model} handlers={handlers} />
        ))}
      </Box>
    </>
  );
}
