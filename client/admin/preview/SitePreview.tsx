/** The page on which visitors see a record, with the unsaved values of its form: in a panel, or in a second window that follows the form. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { PreviewMessage } from '../../../common/site/preview';
import type { SiteLang } from '../../../common/site/sitePaths';
import { PreviewSurface } from '../../engine/preview/PreviewSurface';
import type { RecordPreviewProps } from '../../engine/preview/recordPreview';
import { useEntityLabels, useLanguage } from '../../shared/i18n/i18n';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { PHONE_QUERY } from '../../shared/theme/designTokens';
import { DEVICE_WIDTHS, PreviewFrame, type Device } from './PreviewFrame';
import { LangToggle, PreviewToolbar } from './PreviewToolbar';
import { usePostPage } from './usePostPage';
import { usePreviewPage, type PreviewState } from './usePreviewPage';
import { useSecondWindow } from './useSecondWindow';

interface PreviewAlertsProps {
  readonly entity: AnyEntity;
  readonly preview: PreviewState;
}
/** Why the page is not what the form shows. */
function PreviewAlerts({ entity, preview: { invalid, error, isOnline, retry } }: PreviewAlertsProps) {
  const { t } = useTranslation();
  const { fields } = useEntityLabels(entity);
  const names = invalid.map((field) => fields[field] ?? field).join(t('history.comma'));
  return (
    <>
      {!isOnline && (
        <Alert severity="info" square>
          {t('preview.offline')}
        </Alert>
      )}
      {error !== undefined && (
        <Alert severity="error" square action={<Button onClick={retry}>{t('preview.retry')}</Button>}>
          {error}
        </Alert>
      )}
      {names !== '' && (
        <Alert severity="warning" square>
          {t('preview.invalid', { fields: names })}
        </Alert>
      )}
    </>
  );
}

interface WindowBarProps {
  readonly lang: SiteLang;
  readonly onLang: (lang: SiteLang) => void;
  readonly onShowHere: () => void;
  readonly onClose: () => void;
}
/** Stands in the form while the preview is in the second window. */
function WindowBar({ lang, onLang, onShowHere, onClose }: WindowBarProps) {
  const { t } = useTranslation();
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2, px: 5, py: 2 }}>
      <Typography component="output" variant="body2" sx={{ flex: '1 1 auto', color: 'text.secondary' }}>
        {t('preview.in_window')}
      </Typography>
      <LangToggle lang={lang} onLang={onLang} />
      <Button size="small" onClick={onShowHere}>
        {t('preview.here')}
      </Button>
      <Button size="small" color="inherit" onClick={onClose}>
        {t('preview.close')}
      </Button>
    </Stack>
  );
}

export function SitePreview({ entity, id, values, revision, mode, onModeChange }: RecordPreviewProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const [lang, setLang] = useState<SiteLang>(useLanguage());
  const [device, setDevice] = useState<Device>(useMediaQuery(PHONE_QUERY, { noSsr: true }) ? 'phone' : 'desktop');
  const [isBlocked, setIsBlocked] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const close = () => onModeChange(null);
  const preview = usePreviewPage({ entity: entity.name, id, values, lang }, revision);
  const secondWindow = useSecondWindow(mode === 'window', close);
  const { shown } = preview;
  const message = useMemo((): PreviewMessage | undefined => shown && { type: 'atrium:preview', ...shown }, [shown]);
  usePostPage(() => (mode === 'window' ? secondWindow.opened : (frame.current?.contentWindow ?? null)), message);
  const openWindow = () => {
    const isOpen = secondWindow.open(DEVICE_WIDTHS[device]);
    setIsBlocked(!isOpen);
    if (isOpen) onModeChange('window');
  };
  const alerts = <PreviewAlerts entity={entity} preview={preview} />;
  if (mode === 'window')
    return (
      <Stack sx={{ flex: 'none', borderTop: 1, borderColor: 'divider' }}>
        {alerts}
        <WindowBar lang={lang} onLang={setLang} onShowHere={() => onModeChange('panel')} onClose={close} />
      </Stack>
    );
  return (
    <PreviewSurface label={t('preview.title')} onClose={close}>
      <PreviewToolbar
        lang={lang}
        device={device}
        onLang={setLang}
        onDevice={setDevice}
        onOpenWindow={openWindow}
        onClose={close}
      />
      {isBlocked && (
        <Alert severity="warning" square onClose={() => setIsBlocked(false)}>
          {t('preview.blocked')}
        </Alert>
      )}
      {alerts}
      {shown === undefined && preview.error === undefined && preview.isOnline && (
        <LinearProgress aria-label={t('preview.loading')} />
      )}
      <PreviewFrame device={device} frameRef={frame} />
    </PreviewSurface>
  );
}
