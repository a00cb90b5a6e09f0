/** First step: choose a file, by button, drop or paste. */
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IMPORT_LIMITS } from '../../../common/imports/importLimits';
import type { AnyEntity } from '../../../common/entity/entity';
import type { ImportPreview } from '../../../common/protocol/dataImport';
import { usePermissions } from '../../engine/usePermissions';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { useApp } from '../../shared/app/appContext';
import { useFormatters } from '../../shared/i18n/format';
import { useFileDrop } from '../../shared/upload/useFileDrop';
import { importTemplate } from './importTemplate';
import { uploadImport } from './uploadImport';

interface UploadStepProps {
  readonly entity: AnyEntity;
  readonly onUploaded: (preview: ImportPreview) => void;
}

/** Sends one file at a time; leaving the step stops it. */
function useUpload({ entity, onUploaded }: UploadStepProps) {
  const { t } = useTranslation();
  const app = useApp();
  const [transfer, setTransfer] = useState<AbortController>();
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  useEffect(() => () => transfer?.abort(), [transfer]);
  const send = async (file: File) => {
    const controller = new AbortController();
    setTransfer(controller);
    setName(file.name);
    setError('');
    const response = await uploadImport(app, { entity: entity.name, file, signal: controller.signal });
    if (controller.signal.aborted) return;
    setName('');
    if (typeof response !== 'string') onUploaded(response);
    else setError(response === '' ? t('imports.upload.failed') : response);
  };
  return { name, error, send };
}

/** Downloads an empty file with the right headings. */
function TemplateLink({ entity }: Pick<UploadStepProps, 'entity'>) {
  const { t } = useTranslation();
  const { writable } = usePermissions(entity);
  const { fields } = useEntityLabels(entity);
  const address = `data:text/csv;charset=utf-8,${encodeURIComponent(importTemplate(entity, writable, fields))}`;
  return (
    <Button component="a" size="small" href={address} download={`${entity.name}.csv`}>
      {t('imports.upload.template')}
    </Button>
  );
}

export function UploadStep(props: UploadStepProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const input = useRef<HTMLInputElement>(null);
  const { name, error, send } = useUpload(props);
  const isBusy = name !== '';
  const { setElement, isDragOver, handlers } = useFileDrop(([file]) => file && void send(file), isBusy);
  return (
    <Stack sx={{ gap: 3 }}>
      {error !== '' && <Alert severity="error">{error}</Alert>}
      <Stack
        ref={setElement}
        {...handlers}
        sx={{
          alignItems: 'center',
          gap: 3,
          px: 4,
          py: 10,
          textAlign: 'center',
          border: '1px dashed',
          borderRadius: '10px',
          borderColor: isDragOver ? 'primary.main' : 'divider',
          bgcolor: isDragOver ? 'action.hover' : 'transparent',
        }}
      >
        <Typography sx={{ fontWeight: 500 }}>
          {isBusy ? t('imports.upload.sending', { name }) : t('imports.upload.drop')}
        </Typography>
        {isBusy ? (
          <LinearProgress aria-label={t('imports.upload.sending', { name })} sx={{ width: '60%' }} />
        ) : (
          <Button variant="contained" startIcon={<UploadIcon />} onClick={() => input.current?.click()}>
            {t('imports.upload.choose')}
          </Button>
        )}
        <input
          ref={input}
          hidden
          type="file"
          aria-label={t('imports.upload.choose')}
          accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void send(file);
            target.value = '';
          }}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('imports.upload.help', {
            rows: format.number(IMPORT_LIMITS.rows),
            size: Math.floor(IMPORT_LIMITS.fileBytes / 1024 / 1024),
          })}
        </Typography>
        {!isBusy && <TemplateLink entity={props.entity} />}
      </Stack>
    </Stack>
  );
}
