/** How list and form of the design look, with sample rows. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../../common/entity/entity';
import { findColumn } from '../../../../../common/entity/columns';
import { asInteger } from '../../../../../common/json';
import type { WireRow } from '../../../../../common/entity/projectRow';
import { fieldTypeOf } from '../../../../engine/fieldTypes/index';
import { FormBody } from '../../../../engine/form/FormBody';
import { useEntityLabels } from '../../../../shared/i18n/i18n';
import { EmptyState } from '../../../../ui/EmptyState';
import { useOpenDesign } from '../data/designContext';
import { sampleRows } from './sampleRows';
import { usePreviewForm } from './usePreviewForm';

interface PreviewProps {
  readonly entity: AnyEntity;
  readonly rows: readonly WireRow[];
}
function ListPreview({ entity, rows }: PreviewProps) {
  const labels = useEntityLabels(entity);
  const columns = entity.spec.list.columns.flatMap((name) => findColumn(entity, name) ?? []);
  return (
    <Box component="section" sx={{ overflowX: 'auto' }} tabIndex={0} aria-label={labels.many}>
      <Table size="small" inert aria-label={labels.many}>
        <TableHead>
          <TableRow>
            {columns.map(({ name, kind }) => (
              <TableCell key={name} align={fieldTypeOf(kind).align ?? 'left'} sx={{ whiteSpace: 'nowrap' }}>
                {labels.fields[name] ?? name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={asInteger(row['id'])}>
              {columns.map((column) => {
                const { Cell, align } = fieldTypeOf(column.kind);
                return (
                  <TableCell key={column.name} align={align ?? 'left'} sx={{ maxWidth: 260 }}>
                    <Cell entity={entity} column={column} value={row[column.name] ?? null} row={row} />
                  </TableCell>
                );
              })}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function FormPreview({ entity, rows: [row = {}] }: PreviewProps) {
  const form = usePreviewForm(entity, row);
  return (
    <Box inert sx={{ p: 5 }}>
      <FormBody form={form} />
    </Box>
  );
}

export function PreviewPane() {
  const { t } = useTranslation();
  const { entity } = useOpenDesign();
  const text = t('designerScreen.preview.text');
  const rows = useMemo(() => (entity ? sampleRows(entity, text) : []), [entity, text]);
  if (entity === undefined)
    return <EmptyState title={t('designerScreen.preview.blocked')} help={t('designerScreen.preview.blocked_help')} />;
  return (
    <Stack sx={{ gap: 4 }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('designerScreen.preview.sample')}
      </Typography>
      <Stack component="section" aria-label={t('designerScreen.preview.list')} sx={{ gap: 2 }}>
        <Typography variant="h4" component="h2">
          {t('designerScreen.preview.list')}
        </Typography>
        <Paper variant="outlined">
          <ListPreview {...{ entity, rows }} />
        </Paper>
      </Stack>
      <Stack component="section" aria-label={t('designerScreen.preview.form')} sx={{ gap: 2 }}>
        <Typography variant="h4" component="h2">
          {t('designerScreen.preview.form')}
        </Typography>
        <Paper variant="outlined" sx={{ maxWidth: 860 }}>
          <FormPreview {...{ entity, rows }} />
        </Paper>
      </Stack>
    </Stack>
  );
}
