/** The permissions that a module requests, one line each; the additional ones of an update are marked. */
import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { usePermissionText } from './usePermissionText';

interface PermissionListProps {
  readonly permissions: readonly string[];
  readonly newOnes?: readonly string[];
}
export function PermissionList({ permissions, newOnes = [] }: PermissionListProps) {
  const { t } = useTranslation();
  const textOf = usePermissionText();
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {permissions.map((permission) => (
        <Stack key={permission} component="li" direction="row" sx={{ gap: 2, alignItems: 'center', py: 0.5 }}>
          <CheckIcon aria-hidden sx={{ fontSize: 18, color: 'text.secondary' }} />
          <Typography variant="body2">{textOf(permission)}</Typography>
          {newOnes.includes(permission) && <Chip size="small" color="warning" label={t('modules.review.new')} />}
        </Stack>
      ))}
    </Box>
  );
}
