/** What an act changed, record by record and field by field, and the button that takes all of it back. */
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
import { LogPart } from './LogPart';
import { setApi } from './setApi';

function Fields({ entity, row }: { readonly entity: AnyEntity; readonly row: ChangeSetRow }) {
  const { t } = useTranslation();
  const words = useEntityLabels(entity);
  const say = useTranslateTitle(entity.name);
  const title = row.title === '' ? `#${row.id}` : say(row.title);
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
        {[``, words.one, ...(row.line.op === 'u' ? [] : [t(`history.op.${row.line.op}`)])].join(' · ')}
      </Typography>
      {row.line.fields.map((change) => (
        <FieldChange
          key={change.field}
          entity={entity}
          id={row.id}
          historyLine={row.line}
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
function Row({ row }: { readonly row: ChangeSetRow }) {
  const entity = useEntity(row.e);
  return entity ? <Fields entity={entity} row={row} /> : null;
}

function Undo({
  cid,
  answer,
  onDone,
}: {
  readonly cid: string;
  readonly answer: ChangeSetResponse;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormatters();
  const { undo } = useUndo();
  const [busy, setBusy] = useState(false);
  const { undone, undoable } = answer;
  if (undone) {
    const said = { name: undone.by.name, time: format.dateTime(Math.floor(undone.at / 1000)) };
    return <Typography sx={{ color: 'text.secondary', mt: 2 }}>{t('permissions.log.undone', said)}</Typography>;
  }
  if (!undoable) return null;
  const run = async () => {
    setBusy(true);
    await undo(cid);
    setBusy(false);
    onDone();
  };
  return (
    <Button variant="outlined" disabled={busy} onClick={() => void run()} sx={{ mt: 3 }}>
      {t('permissions.log.undo')}
    </Button>
  );
}

interface ChangeSetProps {
  readonly cid: string;
  /** Told where no record of the set may be shown. */
  readonly otherwise: ReactNode;
}
export function ChangeSet({ cid, otherwise }: ChangeSetProps) {
  const { t } = useTranslation();
  const { currentData: answer, error, refetch } = setApi.useChangeSetQuery(cid, { refetchOnMountOrArgChange: true });
  if (error !== undefined)
    return (
      <LogPart title={t('permissions.log.what')}>
        <Typography>{isCallFault(error) ? error.msg : ''}</Typography>
      </LogPart>
    );
  if (answer === undefined) return <Skeleton variant="rounded" height={120} />;
  if (answer.rows.length === 0) return otherwise;
  return (
    <LogPart title={t('permissions.log.what')}>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {answer.rows.map((row) => (
          <Row key={row.line.seq} row={row} />
        ))}
      </Stack>
      {answer.hidden > 0 && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 1 }}>
          {t('permissions.log.hidden', { count: answer.hidden })}
        </Typography>
      )}
      <Undo cid={cid} answer={answer} onDone={() => void refetch()} />
    </LogPart>
  );
}
