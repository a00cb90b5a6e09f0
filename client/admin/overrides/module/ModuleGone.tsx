/** Above a module that was uninstalled, or whose package was discarded, while its panel was open. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';

interface ModuleGoneProps {
  /** Who did it; null when unknown. */
  readonly by: string | null;
  /** Whether it was installed. */
  readonly wasInstalled: boolean;
  readonly onClose: () => void;
}
export function ModuleGone({ by, wasInstalled, onClose }: ModuleGoneProps) {
  const { t } = useTranslation();
  const text = wasInstalled ? 'uninstalled' : 'discarded';
  const close = (
    <Button size="small" color="inherit" onClick={onClose}>
      {t('engine.form.close')}
    </Button>
  );
  return (
    <Alert severity="warning" action={close}>
      {by === null ? t(`modules.panel.${text}`) : t(`modules.panel.${text}_by`, { name: by })}
    </Alert>
  );
}
