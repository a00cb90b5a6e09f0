/** Warning on a rule whose URL browsers refuse to show in a frame. */
import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

export function BlockedEmbedIcon() {
  useLazyTranslations();
  const { t } = useTranslation();
  const label = t('embed.mark');
  return (
    <Tooltip title={label}>
      <WarningAmber titleAccess={label} color="warning" fontSize="small" />
    </Tooltip>
  );
}
