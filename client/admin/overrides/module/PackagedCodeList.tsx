/** The programs of a package: their paths, and the source of each on request. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { PackagedCode } from '../../../../common/modules/review';
import { MONOSPACE_FONT } from '../../../shared/theme/designTokens';

export function PackagedCodeList({ code }: { readonly code: readonly PackagedCode[] }) {
  return (
    <Stack sx={{ gap: 2 }}>
      {code.map(({ path, source }) => (
        <Box key={path} component="details">
          <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', fontFamily: MONOSPACE_FONT }}>
            {path}
          </Typography>
          <Box
            component="pre"
            tabIndex={0}
            aria-label={path}
            sx={{
              m: 0,
              mt: 2,
              p: 3,
              maxHeight: 320,
              overflow: 'auto',
              fontFamily: MONOSPACE_FONT,
              fontSize: 12,
              bgcolor: 'action.hover',
              borderRadius: 1,
            }}
          >
            {source}
          </Box>
        </Box>
      ))}
    </Stack>
  );
}
