/** On a rule that embeds an address no frame ever shows. */
import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

export function BarredMark() {
  useLazyTranslations();
  const { t } = useTranslation();
  const said = t('embed.mark');
  return (
    <Tooltip title={said}>
      <WarningAmber titleAccess={said} color="warning" fontSize="small" />
    </Tooltip>
  );
}
