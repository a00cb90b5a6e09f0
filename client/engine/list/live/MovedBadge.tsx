/** Marks a row that belongs elsewhere but keeps its position until the next refresh. */
import MovedIcon from '@mui/icons-material/SwapVert';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';

export function MovedBadge() {
  const { t } = useTranslation();
  return (
    <Tooltip title={t('engine.list.place_changed')}>
      <MovedIcon
        fontSize="small"
        aria-label={t('engine.list.place_changed')}
        sx={{ color: 'info.main', flex: 'none', mr: 1 }}
      />
    </Tooltip>
  );
}
