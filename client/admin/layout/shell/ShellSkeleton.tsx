/** Skeleton of the shell while the bootstrap loads; it has the size of the shell, so that the layout does not shift. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectLayout } from '../../../shared/store/settings';
import { HEADER_HEIGHT, SIDEBAR } from '../../../shared/theme/designTokens';

const ENTRY_WIDTHS = [120, 96, 140, 110, 88, 132, 104];
const skeletonLine = { borderColor: 'divider', bgcolor: 'background.paper' };

export function ShellSkeleton() {
  const { t } = useTranslation();
  const { menuCollapse, menuWidth, layoutMode } = useAppSelector(selectLayout);
  return (
    <Box component="output" aria-label={t('shell.loading')} sx={{ display: 'flex', height: '100dvh' }}>
      <Stack
        sx={{
          ...skeletonLine,
          width: menuCollapse ? SIDEBAR.collapsed : menuWidth,
          borderRight: 1,
          display: { xs: 'none', md: layoutMode === 'Single' ? 'none' : 'flex' },
          pt: 16,
          px: 5,
          gap: 5,
        }}
      >
        {ENTRY_WIDTHS.map((width) => (
          <Skeleton key={width} height={16} width={menuCollapse ? 24 : width} />
        ))}
      </Stack>
      <Stack sx={{ flex: 1 }}>
        <Stack
          direction="row"
          sx={{ ...skeletonLine, height: HEADER_HEIGHT, borderBottom: 1, alignItems: 'center', px: 6, gap: 4 }}
        >
          <Skeleton width={160} height={16} />
          <Box sx={{ flex: 1 }} />
          <Skeleton width={72} height={28} />
          <Skeleton variant="circular" width={28} height={28} />
        </Stack>
      </Stack>
    </Box>
  );
}
