/** Table of changes that are not conflicts. */
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { RemoteFieldChange } from '../../../common/protocol/liveEvents';
import { useFormatters } from '../../shared/i18n/format';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { Difference } from '../diff/Difference';
import { useActorName } from '../useActorName';

interface MergedChangesProps {
  readonly entity: AnyEntity;
  readonly changes: readonly RemoteFieldChange[];
}

export function MergedChanges({ entity, changes }: MergedChangesProps) {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const format = useFormatters();
  const actorName = useActorName();
  const authorName = ({ by, at }: RemoteFieldChange) =>
    at > 0 ? t('conflict.who_when', { name: actorName(by), at: format.time(at) }) : actorName(by);
  return (
    <Box sx={{ overflow: 'auto' }}>
      <Table size="small" sx={{ '& td': { verticalAlign: 'top' } }}>
        <TableHead>
          <TableRow>
            {(['field', 'before', 'now', 'who'] as const).map((name) => (
              <TableCell key={name}>{t(`conflict.${name}`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {changes.map((change) => (
            <TableRow key={change.field}>
              <TableCell component="th" scope="row">
                {labels.fields[change.field] ?? change.field}
              </TableCell>
              <TableCell>
                <Difference entity={entity} field={change.field} before={change.before} value={change.before} />
              </TableCell>
              <TableCell>
                <Difference entity={entity} field={change.field} before={change.before} value={change.theirs} />
              </TableCell>
              <TableCell>{authorName(change)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
