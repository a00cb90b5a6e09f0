/** The dashboard on a wall: cards alone, larger, page after page; the connection is told in large letters. */
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Card } from '../../../../common/live/dashboardCards';
import { ConnectionPill } from '../../../shared/controls/ConnectionPill';
import { useSiteName } from './useSiteName';
import { Alerts } from './alerts/Alerts';
import { cellsOf, filled, grid } from './board';
import { CardView } from './cards/CardView';
import { useServerNow } from './figures/useFigure';
import { useTimeWords } from './cards/useTimeWords';
import { pagesOf, useAwake, useNewest, useTurning } from './wall';

interface WallProps {
  readonly cards: readonly Card[];
  readonly since: number | undefined;
  /** Absent on a screen nobody sits at. */
  readonly onClose?: () => void;
}
export function Wall({ cards, since, onClose }: WallProps) {
  const { t } = useTranslation();
  useAwake();
  useNewest();
  const pages = pagesOf(cards.filter(({ kind }) => kind !== 'working'));
  const page = useTurning(pages.length);
  const shown = filled(pages[page] ?? []);
  const cellOf = cellsOf(shown);
  const now = useServerNow(1_000);
  const clock = useTimeWords('hour');
  const isHung = onClose === undefined;
  const close = () => {
    if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
    onClose?.();
  };
  return (
    <Box
      {...(isHung ? { component: 'main' } : { role: 'dialog', 'aria-modal': true })}
      aria-label={t('dashboard.wall.start')}
      sx={wall}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <Stack
        direction="row"
        sx={{ alignItems: 'center', columnGap: 6, rowGap: 2, mb: 6, flexShrink: 0, flexWrap: 'wrap' }}
      >
        <Typography component="h1" sx={name}>
          {useSiteName()}
        </Typography>
        <Typography
          noWrap
          sx={{ ...below, fontSize: '1.75rem', lineHeight: 1.3, fontWeight: 500, fontVariantNumeric: 'tabular-nums' }}
        >
          {clock.long(now)}
        </Typography>
        <Box sx={{ ...below, zoom: 1.4 }}>
          <ConnectionPill />
        </Box>
        {!isHung && (
          <IconButton aria-label={t('dashboard.wall.end')} onClick={close}>
            <Close />
          </IconButton>
        )}
      </Stack>
      <Box inert={isHung} sx={{ mb: 4, '&:empty': { display: 'none' } }}>
        <Alerts />
      </Box>
      <Box key={page} data-wall-page={page} inert={isHung} sx={wholeScreen}>
        {shown.map((card) => (
          <Box key={card.id} data-card={card.id} sx={cellOf(card)}>
            <CardView card={card} since={since} fixed scale={1.4} />
          </Box>
        ))}
      </Box>
    </Box>
  );
}
const wall = {
  '--wall': '1.5',
  '--figure': '1.25',
  ...{ position: 'fixed', inset: 0, zIndex: 1300, overflow: 'hidden auto', bgcolor: 'background.default' },
  ...{ p: 8, display: 'flex', flexDirection: 'column', containerType: 'inline-size', containerName: 'board' },
} as const;
/** On a phone the name and the way out share the first line, clock and connection the second. */
const name = {
  fontSize: '2rem',
  lineHeight: 1.3,
  fontWeight: 600,
  flex: 1,
  flexBasis: { xs: 'calc(100% - 72px)', sm: 0 },
};
const below = { order: { xs: 1, sm: 0 } } as const;
/** A page reaches to the lower edge of the screen, however few rows it has. */
const wholeScreen = { ...grid, flex: 1, gridAutoRows: 'minmax(96px, 1fr)' } as const;
