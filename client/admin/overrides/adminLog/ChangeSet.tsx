/** Change set of a log entry: changed records with their fields, and the button that undoes all of them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { ChangeSetResponse, ChangeSetRow } from '../../../../common/protocol/history';
import { useEntity } from '../../../engine/engineContext';
import { FieldChange } from '../../../engine/history/FieldChange';
import { useTranslateTitle } from '../../../engine/data/useTranslateTitle';
import { useUndo } from '../../../engine/history/useUndo';
import { isCallFault } from '../../../shared/api/faults';
import { useFormatters } from '../../../shared/i18n/format';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { LogSection } from './LogSection';
import { changeSetApi } from './changeSetApi';

function ChangedRecord({ entity, row }: { readonly entity: AnyEntity; readonly row: ChangeSetRow }) {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const translateTitle = useTranslateTitle(entity.name);
  const title = row.title === '' ? `#${row.id}` : translateTitle(row.title);
  return (
    <Box component="li" sx={{ py: 2, borderBottom: 1, borderColor: 'divider', '&:last-child': { border: 0 } }}>
      <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        <Link
          underline="always"
          component={RouterLink}
          to={`/admin/${entity.name}?record=${row.id}`}
          title={t('permissions.log.open', { title })}
        >
          {title}
        </Link>
        {[``, labels.one, ...(row.line.op === 'u' ? [] : [t(`history.op.${row.line.op}`)])].join(' · ')}
      </Typography>
      {row.line.fields.map((change) => (
        <FieldChange
          key={change.field}
          entity={entity}
          id={row.id}
          entry={row.line}
          change={change}
          onRevert={undefined}
        />
      ))}
      {row.line.hidden > 0 && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {t('history.hidden', { count: row.line.hidden })}
        </Typography>
      )}
    </Box>
  );
}
function ChangedRow({ row }: { readonly row: ChangeSetRow }) {
  const entity = useEntity(row.e);
  return entity ? <ChangedRecord entity={entity} row={row} /> : null;
}

function UndoChangeSet({
  cid,
  changeSet,
  onDone,
}: {
  readonly cid: string;
  readonly changeSet: ChangeSetResponse;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormatters();
  const { undo } = useUndo();
  const [isUndoing, setIsUndoing] = useState(false);
  const { undone, undoable } = changeSet;
  if (undone) {
    const undoneBy = { name: undone.by.name, time: format.dateTime(Math.floor(undone.at / 1000)) };
    return <Typography sx={{ color: 'text.secondary', mt: 2 }}>{t('permissions.log.undone', undoneBy)}</Typography>;
  }
  if (!undoable) return null;
  const runUndo = async () => {
    setIsUndoing(true);
    await undo(cid);
    setIsUndoing(false);
    onDone();
  };
  return (
    <Button variant="outlined" disabled={isUndoing} onClick={() => void runUndo()} sx={{ mt: 3 }}>
      {t('permissions.log.undo')}
    </Button>
  );
}

interface ChangeSetProps {
  readonly cid: string;
  /** Shown when the reader may see no record of the set. */
  readonly fallback: ReactNode;
}
export function ChangeSet({ cid, fallback }: ChangeSetProps) {
  const { t } = useTranslation();
  const {
    currentData: changeSet,
    error,
    refetch,
  } = changeSetApi.useChangeSetQuery(cid, { refetchOnMountOrArgChange: true });
  if (error !== undefined)
    return (
      <LogSection title={t('permissions.log.what')}>
        <Typography>{isCallFault(error) ? error.msg : ''}</Typography>
      </LogSection>
    );
  if (changeSet === undefined) return <Skeleton variant="rounded" height={120} />;
  if (changeSet.rows.length === 0) return fallback;
  return (
    <LogSection title={t('permissions.log.what')}>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {changeSet.rows.map((row) => (
          <ChangedRow key={row.line.seq} row={row} />
        ))}
      </Stack>
      {changeSet.hidden > 0 && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 1 }}>
          {t('permissions.log.hidden', { count: changeSet.hidden })}
        </Typography>
      )}
      <UndoChangeSet cid={cid} changeSet={changeSet} onDone={() => void refetch()} />
    </LogSection>
  );
}
