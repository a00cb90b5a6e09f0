/** Kiosk view of the dashboard: enlarged cards, page by page, with clock and connection state. */
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { CARD_KIND, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { ConnectionPill } from '../../../../shared/controls/ConnectionPill';
import { useBootstrapSiteName } from '../useBootstrapSiteName';
import { ThresholdAlerts } from '../alerts/ThresholdAlerts';
import { GAP } from '../cardGrid';
import { CardView } from '../cards/CardView';
import { visuallyHidden } from '../../../../ui/visuallyHidden';
import { useServerNow } from '../metrics/useMetric';
import { useTimeLabels } from '../cards/useTimeLabels';
import { planKioskPages, type KioskSize } from './planKioskPages';
import { useWakeLock, useReloadOnNewBuild, useCarouselPage } from './kiosk';

/** Site name, clock and connection state. */
function KioskHeader({ onClose }: { readonly onClose: (() => void) | undefined }) {
  const { t } = useTranslation();
  const now = useServerNow(1_000);
  const timeLabels = useTimeLabels('hour');
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', columnGap: 6, rowGap: 2, mb: 6, flexShrink: 0, flexWrap: 'wrap' }}
    >
      <Typography component="h1" sx={titleStyle}>
        {useBootstrapSiteName()}
      </Typography>
      <Typography
        noWrap
        sx={{
          ...secondRowStyle,
          fontSize: '1.75rem',
          lineHeight: 1.3,
          fontWeight: 500,
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {timeLabels.long(now)}
      </Typography>
      <Box sx={{ ...secondRowStyle, zoom: 1.4 }}>
        <ConnectionPill />
      </Box>
      {onClose && (
        <IconButton aria-label={t('dashboard.wall.end')} onClick={onClose}>
          <Close />
        </IconButton>
      )}
    </Stack>
  );
}

/** Before the first measurement, and where there is no layout. */
const USUAL_SIZE: KioskSize = { width: 1856, height: 860 };
/** The size of the part of the screen that shows cards. */
function useKioskSize(ref: RefObject<HTMLElement | null>): KioskSize {
  const [size, setSize] = useState(USUAL_SIZE);
  useLayoutEffect(() => {
    const { current: element } = ref;
    if (element === null) return undefined;
    const update = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (height > 0) setSize((last) => (last.width === width && last.height === height ? last : { width, height }));
    };
    const observer = new ResizeObserver(update);
    observer.observe(element);
    update();
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

interface KioskViewProps {
  readonly cards: readonly DashboardCard[];
  readonly workSince: number | undefined;
  /** Undefined on an unattended display. */
  readonly onClose?: () => void;
}
export function KioskView({ cards, workSince, onClose }: KioskViewProps) {
  const { t } = useTranslation();
  useWakeLock();
  useReloadOnNewBuild();
  const gridRef = useRef<HTMLDivElement>(null);
  const pages = planKioskPages(
    cards.filter(({ kind }) => kind !== CARD_KIND.workingTime),
    useKioskSize(gridRef),
  );
  const pageIndex = useCarouselPage(pages.length);
  const page = pages[pageIndex] ?? { cards: [], rows: 1 };
  const isUnattended = onClose === undefined;
  const close = () => {
    if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
    onClose?.();
  };
  return (
    <Box
      {...(isUnattended ? { component: 'main' } : { role: 'dialog', 'aria-modal': true })}
      aria-label={t('dashboard.wall.start')}
      sx={viewStyle}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <KioskHeader onClose={isUnattended ? undefined : close} />
      <Box inert={isUnattended} sx={{ mb: 4, '&:empty': { display: 'none' } }}>
        <ThresholdAlerts />
      </Box>
      <Box ref={gridRef} sx={{ flex: 1, minHeight: 0 }}>
        <Box key={pageIndex} data-wall-page={pageIndex} inert={isUnattended} sx={pageStyle(page.rows)}>
          {page.cards.map((card) => (
            <Box key={card.id} data-card={card.id} sx={cellStyle(card)}>
              <CardView card={card} workSince={workSince} isReadOnly scale={1.4} />
            </Box>
          ))}
        </Box>
      </Box>
      {pages.length > 1 && <PageDots count={pages.length} shown={pageIndex} />}
    </Box>
  );
}
/** Says how many pages the display has, and which one is shown. */
function PageDots({ count, shown }: { readonly count: number; readonly shown: number }) {
  return (
    <Stack
      direction="row"
      sx={{ justifyContent: 'center', gap: 2, pt: 4, mb: -4, flexShrink: 0, position: 'relative' }}
    >
      <Box sx={visuallyHidden}>{`${shown + 1} / ${count}`}</Box>
      {Array.from({ length: count }, (_, index) => (
        <Box key={index} sx={dotStyle(index === shown)} />
      ))}
    </Stack>
  );
}
const dotStyle = (isShown: boolean) => ({
  width: isShown ? 24 : 8,
  height: 8,
  borderRadius: '4px',
  bgcolor: isShown ? 'primary.main' : 'action.disabled',
});
const viewStyle = {
  '--wall': '1.5',
  '--figure': '1.25',
  '--title-lines': '1',
  position: 'fixed',
  inset: 0,
  zIndex: 1300,
  overflow: 'hidden',
  bgcolor: 'background.default',
  p: 8,
  display: 'flex',
  flexDirection: 'column',
  containerType: 'inline-size',
  containerName: 'board',
} as const;
/** On phones, title and close button are in the first row, clock and connection in the second. */
const titleStyle = {
  fontSize: '2rem',
  lineHeight: 1.3,
  fontWeight: 600,
  flex: 1,
  flexBasis: { xs: 'calc(100% - 72px)', sm: 0 },
};
const secondRowStyle = { order: { xs: 1, sm: 0 } } as const;
/** A page is exactly as high as its part of the screen. */
const pageStyle = (rows: number) => ({
  display: 'grid',
  height: '100%',
  gap: `${GAP}px`,
  gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
  gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
});
const cellStyle = ({ w, h }: DashboardCard) => ({
  gridColumn: `span ${w}`,
  gridRow: `span ${h}`,
  minWidth: 0,
  minHeight: 0,
});
