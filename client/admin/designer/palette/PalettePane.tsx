/** The palette of field kinds: adds a field by click, by keyboard, or by drag and drop into the list of fields. */
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import InputAdornment from '@mui/material/InputAdornment';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PALETTE, type PaletteGroup, type DesignPaletteItem } from '../../../../common/designer/palette';
import { NamedIcon } from '../../../ui/NamedIcon';
import { PALETTE_DRAG_TYPE } from './paletteDrag';

type ItemKey = 'status';
const itemKey = ({ key }: DesignPaletteItem) => `designer.palette.items.${key as ItemKey}` as const;

function Item({
  item,
  name,
  onAdd,
}: {
  readonly item: DesignPaletteItem;
  readonly name: string;
  readonly onAdd: () => void;
}) {
  return (
    <ButtonBase
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(PALETTE_DRAG_TYPE, item.key);
        event.dataTransfer.effectAllowed = 'copy';
      }}
      onClick={onAdd}
      sx={{
        minHeight: 36,
        px: 2,
        gap: 2,
        justifyContent: 'start',
        textAlign: 'start',
        borderRadius: '6px',
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        minWidth: 0,
        '&:hover': { borderColor: 'primary.main' },
        '& svg': { fontSize: 18, color: 'text.secondary', flex: 'none' },
      }}
    >
      <NamedIcon name={item.icon} />
      <Typography component="span" variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
    </ButtonBase>
  );
}

function Group({ group, onAdd }: { readonly group: PaletteGroup; readonly onAdd: (item: DesignPaletteItem) => void }) {
  const { t } = useTranslation();
  const title = t(`designer.palette.groups.${group.group}`);
  return (
    <Stack component="section" aria-label={title} sx={{ gap: 2 }}>
      <Typography variant="caption" component="h2" sx={{ color: 'text.secondary', fontWeight: 600 }}>
        {title}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))' }}>
        {group.items.map((item) => (
          <Item key={item.key} item={item} name={t(itemKey(item))} onAdd={() => onAdd(item)} />
        ))}
      </Box>
    </Stack>
  );
}

interface PalettePaneProps {
  readonly onAdd: (item: DesignPaletteItem) => void;
}
export function PalettePane({ onAdd }: PalettePaneProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const needle = text.trim().toLowerCase();
  const groups = PALETTE.map((group) => ({
    ...group,
    items: group.items.filter((item) => `${t(itemKey(item))} ${item.key}`.toLowerCase().includes(needle)),
  })).filter(({ items }) => items.length > 0);
  return (
    <Stack component="section" aria-label={t('designerScreen.screen.palette')} sx={{ gap: 4, p: 4 }}>
      <TextField
        size="small"
        type="search"
        value={text}
        placeholder={t('designerScreen.screen.palette_search')}
        onChange={({ target }) => setText(target.value)}
        slotProps={{
          htmlInput: { 'aria-label': t('designerScreen.screen.palette_search') },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {groups.map((group) => (
        <Group key={group.group} group={group} onAdd={onAdd} />
      ))}
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t(groups.length === 0 ? 'designerScreen.screen.palette_none' : 'designerScreen.screen.palette_help')}
      </Typography>
    </Stack>
  );
}
