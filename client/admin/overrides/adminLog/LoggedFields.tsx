/** Fields stored in the log entry itself, before and after; protected values are masked. */
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../common/entity/entity';
import { adminLog } from '../../../../common/entities/adminLog';
import { useEntity } from '../../../engine/engineContext';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { asRecord, asString } from '../../../../common/json';
import { LogSection } from './LogSection';

const valueText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

interface LoggedFieldsProps {
  readonly data: Readonly<Record<string, unknown>>;
}
export function LoggedFields({ data }: LoggedFieldsProps) {
  const entity = useEntity(asString(data['entity']));
  const [after, before] = [asRecord(data['data']) ?? {}, asRecord(data['before'])];
  const fields = Object.keys(after);
  return fields.length === 0 ? null : (
    <LoggedFieldsTable entity={entity ?? adminLog} fields={fields} after={after} before={before} />
  );
}

interface LoggedFieldsTableProps {
  readonly entity: AnyEntity;
  readonly fields: readonly string[];
  readonly after: Readonly<Record<string, unknown>>;
  readonly before: Readonly<Record<string, unknown>> | undefined;
}
function LoggedFieldsTable({ entity, fields, after, before }: LoggedFieldsTableProps) {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const cellStyle = { overflowWrap: 'anywhere', verticalAlign: 'top', px: 2 } as const;
  return (
    <LogSection title={t('permissions.log.sent')}>
      <TableContainer tabIndex={0}>
        <Table size="small" aria-label={t('permissions.log.sent')} sx={{ tableLayout: 'fixed' }}>
          <TableHead>
            <TableRow>
              <TableCell sx={{ ...cellStyle, width: '30%' }}>{t('permissions.log.field')}</TableCell>
              {before && <TableCell sx={cellStyle}>{t('permissions.log.before')}</TableCell>}
              <TableCell sx={cellStyle}>{t('permissions.log.after')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {fields.map((field) => (
              <TableRow key={field}>
                <TableCell sx={{ ...cellStyle, color: 'text.secondary' }}>{labels.fields[field] ?? field}</TableCell>
                {before && <TableCell sx={cellStyle}>{valueText(before[field])}</TableCell>}
                <TableCell sx={cellStyle}>{valueText(after[field])}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 2 }}>
        {t('permissions.log.masked')}
      </Typography>
    </LogSection>
  );
}
