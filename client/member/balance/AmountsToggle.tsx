/** Hides and shows the amounts on this device. */
import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '../../shared/app/createStore';
import { selectSettings, settingsChanged } from '../../shared/store/settings';

export function AmountsToggle() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { discreet } = useAppSelector(selectSettings);
  const label = t(discreet ? 'balance.show' : 'balance.hide');
  return (
    <IconButton
      size="small"
      aria-label={label}
      title={label}
      onClick={() => dispatch(settingsChanged({ discreet: !discreet }))}
    >
      {discreet ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
    </IconButton>
  );
}
