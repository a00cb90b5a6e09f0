/** The head of the preview: size and language of the page, the second window, and close. */
import CloseIcon from '@mui/icons-material/Close';
import DesktopIcon from '@mui/icons-material/DesktopWindowsOutlined';
import WindowIcon from '@mui/icons-material/OpenInNewOutlined';
import PhoneIcon from '@mui/icons-material/PhoneIphoneOutlined';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { SITE_LANGS, type SiteLang } from '../../../common/site/sitePaths';
import { DEVICES, type Device } from './PreviewFrame';

const DEVICE_ICONS = { desktop: DesktopIcon, phone: PhoneIcon } as const;

interface LangToggleProps {
  readonly lang: SiteLang;
  readonly onLang: (lang: SiteLang) => void;
}
export function LangToggle({ lang, onLang }: LangToggleProps) {
  const { t } = useTranslation();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={t('preview.language')}
      value={lang}
      onChange={(_, next: SiteLang | null) => next !== null && onLang(next)}
    >
      {SITE_LANGS.map((choice) => (
        <ToggleButton key={choice} value={choice} lang={choice === 'en' ? 'en' : 'zh-CN'}>
          {t(`preview.languages.${choice}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

interface DeviceToggleProps {
  readonly device: Device;
  readonly onDevice: (device: Device) => void;
}
function DeviceToggle({ device, onDevice }: DeviceToggleProps) {
  const { t } = useTranslation();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={t('preview.device')}
      value={device}
      onChange={(_, next: Device | null) => next !== null && onDevice(next)}
    >
      {DEVICES.map((choice) => {
        const Icon = DEVICE_ICONS[choice];
        const label = t(`preview.devices.${choice}`);
        return (
          <ToggleButton key={choice} value={choice} aria-label={label} title={label}>
            <Icon fontSize="small" />
          </ToggleButton>
        );
      })}
    </ToggleButtonGroup>
  );
}

interface PreviewToolbarProps extends LangToggleProps, DeviceToggleProps {
  readonly onOpenWindow: () => void;
  readonly onClose: () => void;
}
export function PreviewToolbar({ lang, onLang, device, onDevice, onOpenWindow, onClose }: PreviewToolbarProps) {
  const { t } = useTranslation();
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', gap: 2, px: { xs: 2, sm: 4 }, py: 2, borderBottom: 1, borderColor: 'divider' }}
    >
      <Typography variant="h3" component="h2" noWrap sx={{ flex: 1 }}>
        {t('preview.title')}
      </Typography>
      <DeviceToggle device={device} onDevice={onDevice} />
      <LangToggle lang={lang} onLang={onLang} />
      <Tooltip title={t('preview.window')}>
        <IconButton aria-label={t('preview.window')} onClick={onOpenWindow}>
          <WindowIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title={t('preview.close')}>
        <IconButton aria-label={t('preview.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Stack>
  );
}
