/** What can be done with deleted rows: one by one at the end of the row, or all that are chosen. */
import PurgeIcon from '@mui/icons-material/DeleteForeverOutlined';
import RestoreIcon from '@mui/icons-material/RestoreFromTrashOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { useRowTitle } from '../list/useRowTitle';
import type { EntityRights } from '../useMay';
import { PurgeDialog } from './PurgeDialog';
import { useBin } from './useBin';

interface RowProps {
  readonly entity: AnyEntity;
  readonly rights: EntityRights;
  readonly id: number;
}
export function BinRowActions({ entity, rights, id }: RowProps) {
  const { t } = useTranslation();
  const title = useRowTitle(entity, id);
  const bin = useBin(entity);
  const [asking, setAsking] = useState(false);
  const purge = async () => {
    await bin.purge([id]);
    setAsking(false);
  };
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('bin.restore_row', { title })}
        title={t('bin.restore')}
        disabled={bin.busy}
        onClick={() => void bin.restore([id])}
      >
        <RestoreIcon fontSize="small" />
      </IconButton>
      {rights.mayAct('purge') && (
        <IconButton
          size="small"
          aria-label={t('bin.purge_row', { title })}
          title={t('bin.purge')}
          onClick={() => setAsking(true)}
        >
          <PurgeIcon fontSize="small" />
        </IconButton>
      )}
      {asking && (
        <PurgeDialog
          entity={entity}
          ids={[id]}
          busy={bin.busy}
          onClose={() => setAsking(false)}
          onYes={() => void purge()}
        />
      )}
    </>
  );
}

interface BulkProps {
  readonly entity: AnyEntity;
  readonly rights: EntityRights;
  readonly ids: readonly number[];
  readonly onDone: () => void;
}
export function BinBulkActions({ entity, rights, ids, onDone }: BulkProps) {
  const { t } = useTranslation();
  const bin = useBin(entity);
  const [asking, setAsking] = useState(false);
  const restore = async () => {
    if (await bin.restore(ids)) onDone();
  };
  const purge = async () => {
    const done = await bin.purge(ids);
    setAsking(false);
    if (done) onDone();
  };
  const idle = ids.length === 0 || bin.busy;
  return (
    <>
      <Button size="small" color="inherit" startIcon={<RestoreIcon />} disabled={idle} onClick={() => void restore()}>
        {t('bin.restore')}
      </Button>
      {rights.mayAct('purge') && (
        <Button size="small" color="error" startIcon={<PurgeIcon />} disabled={idle} onClick={() => setAsking(true)}>
          {t('bin.purge')}
        </Button>
      )}
      {asking && (
        <PurgeDialog
          entity={entity}
          ids={ids}
          busy={bin.busy}
          onClose={() => setAsking(false)}
          onYes={() => void purge()}
        />
      )}
    </>
  );
}
