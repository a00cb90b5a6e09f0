/** Takes a package from the disk; afterwards its review opens. */
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { module } from '../../../../common/entities/module';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { isCallFault } from '../../../shared/api/faults';
import { useApp } from '../../../shared/app/appContext';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import { useReviewParam } from './useReviewParam';
import { useUploadModuleMutation } from './moduleApi';

export function UploadButton() {
  useLazyTranslations();
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const { toasts } = useApp();
  const input = useRef<HTMLInputElement>(null);
  const [upload, { isLoading }] = useUploadModuleMutation();
  const { openReview } = useReviewParam();
  if (!admin.super) return null;
  const send = async (file: File) => {
    const { data: id, error } = await upload(file.slice(0, file.size, 'application/octet-stream'));
    if (id !== undefined) openReview(id);
    else if (isCallFault(error) && error.kind !== 'cancelled') toasts.show('error', error.msg);
  };
  return (
    <>
      <Button component={Link} to={`${APP_PATHS.admin.home}/market`}>
        {t('market.open')}
      </Button>
      <Button
        variant="contained"
        startIcon={<UploadIcon />}
        loading={isLoading}
        loadingPosition="start"
        onClick={() => input.current?.click()}
      >
        {t('modules.upload')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip,application/zip"
        aria-label={t('modules.upload')}
        data-entity={module.name}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void send(file);
          target.value = '';
        }}
      />
    </>
  );
}
