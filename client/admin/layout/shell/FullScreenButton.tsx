/** Toggles the browser's full screen; shows a message where the browser does not support it. */
import FullscreenIcon from '@mui/icons-material/Fullscreen';
import FullscreenExit from '@mui/icons-material/FullscreenExit';
import IconButton from '@mui/material/IconButton';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFullScreen } from '../useFullScreen';

export function FullScreenButton() {
  const { t } = useTranslation();
  const toggleFullScreen = useFullScreen();
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    const updateState = () => setIsOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', updateState);
    return () => document.removeEventListener('fullscreenchange', updateState);
  }, []);
  const label = isOn ? t('adminLayout.layout.full_leave') : t('adminLayout.layout.full');
  return (
    <IconButton aria-label={label} title={label} onClick={toggleFullScreen}>
      {isOn ? <FullscreenExit /> : <FullscreenIcon />}
    </IconButton>
  );
}
