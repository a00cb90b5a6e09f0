/** Takes the module package of a plugin version from the disk. The server checks its signature, uid and version. */
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pluginVersion } from '../../../../common/entities/pluginVersion';
import type { BelowFieldProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { publishApi } from './publishApi';

export function AttachPackageButton({ rowId }: BelowFieldProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const canUpdate = usePermissions(pluginVersion).can('update');
  const [attach, { isLoading }] = publishApi.useAttachPackageMutation();
  if (!canUpdate) return null;
  return (
    <>
      <Button
        size="small"
        startIcon={<UploadIcon />}
        loading={isLoading}
        loadingPosition="start"
        onClick={() => input.current?.click()}
      >
        {t('market.publish.attach')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip,application/zip"
        aria-label={t('market.publish.attach')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void attach({ id: rowId, bytes: file.slice(0, file.size, 'application/octet-stream') });
          target.value = '';
        }}
      />
    </>
  );
}
