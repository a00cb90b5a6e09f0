/** Admin log: a panel instead of a form, and titles in the reader's language. */
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { adminLog } from '../../../../common/entities/adminLog';
import { logTitle } from '../../../../common/locales/logTitle';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { defineOverride } from '../../../engine/override';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';
import { useEngine } from '../../../engine/engineContext';
import { findLoggedRecord } from './findLoggedRecord';
import { useLogTitle } from './useLogTitle';

function TitleCell({ row }: CellProps) {
  const title = useLogTitle()(row);
  const record = findLoggedRecord(row, useEngine().registry);
  return (
    <Typography component="span" variant="inherit" noWrap title={title} sx={{ display: 'block' }}>
      {title}
      {record && ' · '}
      {record && (
        <Link component={RouterLink} underline="always" to={record.path} onClick={(event) => event.stopPropagation()}>
          {record.title}
        </Link>
      )}
    </Typography>
  );
}

export const adminLogOverride = defineOverride(adminLog, {
  cells: { title: TitleCell },
  translateTitle: (title, lang, registry, row) =>
    logTitle(title, row?.['data'], { lang, entityNamed: (name) => registry.get(name) }),
  panel: lazyWithRetry(async () => (await import('./LogDetail')).LogDetail),
});
