/** Menu of the reasons that the settings offer. */
import PlaylistAdd from '@mui/icons-material/PlaylistAddOutlined';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../shared/i18n/i18n';
import { MenuButton } from '../../../../ui/MenuButton';
import type { BookingOptions } from './useBookingOptions';

interface ReasonMenuProps {
  readonly reasons: BookingOptions['reasons'];
  readonly onChoose: (reason: string) => void;
}
export function ReasonMenu({ reasons, onChoose }: ReasonMenuProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  if (reasons.length === 0) return null;
  return (
    <MenuButton label={t('ledger.reasons')} icon={<PlaylistAdd fontSize="small" />}>
      {(close) =>
        reasons.map((reason) => (
          <MenuItem
            key={reason['zh-cn']}
            onClick={() => {
              close();
              onChoose(reason[lang]);
            }}
          >
            {reason[lang]}
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}
