/** Opens and closes the preview of a record; only an icon on a phone. */
import PreviewIcon from '@mui/icons-material/VisibilityOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { PHONE_QUERY } from '../../shared/theme/designTokens';
import type { FormPreview } from './useFormPreview';

export function PreviewButton({ mode, onModeChange }: Pick<FormPreview, 'mode' | 'onModeChange'>) {
  useLazyTranslations();
  const { t } = useTranslation();
  const isPhone = useMediaQuery(PHONE_QUERY);
  const toggle = () => onModeChange(mode === 'panel' ? null : 'panel');
  const isPressed = mode === 'panel';
  if (isPhone)
    return (
      <IconButton aria-label={t('preview.title')} aria-pressed={isPressed} color="primary" onClick={toggle}>
        <PreviewIcon fontSize="small" />
      </IconButton>
    );
  return (
    <Button startIcon={<PreviewIcon fontSize="small" />} aria-pressed={isPressed} onClick={toggle}>
      {t('preview.title')}
    </Button>
  );
}
