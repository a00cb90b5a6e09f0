/** The rows with errors, and a button to download all of them. */
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadCsv } from '../../engine/list/export/exportFile';
import { useApp } from '../../shared/app/appContext';
import { useSession } from '../../shared/auth/useSession';
import { importApi } from './importApi';

interface ErrorTableProps {
  readonly id: number;
  /** The errors of a check and those of an import differ. */
  readonly status: string;
  readonly entity: string;
}

function DownloadButton({ id, entity }: ErrorTableProps) {
  const { t } = useTranslation();
  const app = useApp();
  const { person } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    const file = { path: 'data_import/errorFile', params: { id }, name: `${entity}-errors.csv` };
    const isDownloaded = await downloadCsv(app, { ...file, token: person?.token ?? '' });
    setIsBusy(false);
    if (typeof isDownloaded === 'string')
      app.toasts.show('error', isDownloaded === '' ? t('imports.errors.not_downloaded') : isDownloaded);
  };
  return (
    <Button size="small" startIcon={<DownloadIcon />} loading={isBusy} onClick={() => void run()}>
      {t('imports.errors.download')}
    </Button>
  );
}

export function ImportErrorTable(props: ErrorTableProps) {
  const { t } = useTranslation();
  const { id, status } = props;
  const { data, isError } = importApi.useImportErrorsQuery({ id, status });
  if (isError) return <Alert severity="error">{t('imports.errors.failed')}</Alert>;
  if (data === undefined || data.list.length === 0) return null;
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Typography component="h3" variant="subtitle2">
          {t('imports.errors.title')}
        </Typography>
        <DownloadButton {...props} />
      </Stack>
      <Box
        component="section"
        tabIndex={0}
        aria-label={t('imports.errors.title')}
        sx={{ maxHeight: 320, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: '8px' }}
      >
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              {(['row', 'field', 'value', 'error'] as const).map((name) => (
                <TableCell key={name}>{t(`imports.errors.${name}`)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {data.list.map(({ row, field, label, value, msg }, index) => (
              <TableRow key={`${row} ${field} ${index}`}>
                <TableCell sx={{ fontVariantNumeric: 'tabular-nums' }}>{row}</TableCell>
                <TableCell>{label === '' ? t('imports.errors.whole') : label}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere', color: 'text.secondary' }}>{value}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{msg}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {data.hasMore && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('imports.errors.more', { count: data.list.length })}
        </Typography>
      )}
    </Stack>
  );
}
